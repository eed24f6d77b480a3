//! Hub and UCI as text and as messages.
