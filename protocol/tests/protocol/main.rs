//! Lines and what they mean, in both directions.

mod dice;
mod dxp_messages;
mod hub_commands;
mod hub_messages;
mod noise;
mod round_trips;
mod uci_commands;
mod uci_messages;
