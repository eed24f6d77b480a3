//! Lines and what they mean, in both directions.

mod dice;
mod hub_commands;
mod hub_messages;
mod round_trips;
