//! What is written is read back unchanged.

use remise_protocol::Score;
use remise_protocol::hub::{Command, Go, Id, Info, Level, Message, Param, ParamKind};

use super::dice::Dice;

const ROUNDS: usize = 20_000;

#[test]
fn commands_are_read_as_they_were_written() {
    let mut dice = Dice::new(1);
    for _ in 0..ROUNDS {
        let command = command(&mut dice);
        assert_eq!(command.to_string().parse(), Ok(command));
    }
}

#[test]
fn messages_are_read_as_they_were_written() {
    let mut dice = Dice::new(2);
    for _ in 0..ROUNDS {
        let message = message(&mut dice);
        assert_eq!(Message::parse(&message.to_string()), message);
    }
}

fn command(dice: &mut Dice) -> Command {
    match dice.below(6) {
        0 => Command::SetParam { name: word(dice), value: text(dice) },
        1 => Command::Pos { position: dice.maybe(text), moves: dice.some(word) },
        2 => Command::Level(level(dice)),
        3 => Command::Level(Level::INFINITE),
        4 => Command::Go(*dice.pick(&[&Go::Think, &Go::Ponder, &Go::Analyze])),
        _ => dice
            .pick(&[
                &Command::Hub,
                &Command::Init,
                &Command::NewGame,
                &Command::PonderHit,
                &Command::Stop,
                &Command::Ping,
                &Command::Quit,
            ])
            .clone(),
    }
}

fn level(dice: &mut Dice) -> Level {
    Level {
        depth: dice.maybe(small),
        nodes: dice.maybe(large),
        move_time: dice.maybe(real),
        moves: dice.maybe(small),
        time: dice.maybe(real),
        inc: dice.maybe(real),
        infinite: false,
    }
}

fn message(dice: &mut Dice) -> Message {
    match dice.below(8) {
        0 => Message::Id(Id {
            name: text(dice),
            version: text(dice),
            author: dice.maybe(text),
            country: dice.maybe(text),
        }),
        1 => Message::Param(Param { name: word(dice), value: text(dice), kind: kind(dice) }),
        2 => Message::Info(info(dice)),
        3 => {
            let mv = dice.maybe(word);
            let ponder = mv.is_some().then(|| dice.maybe(word)).flatten();
            Message::Done { mv, ponder }
        }
        4 => Message::Error(text(dice)),
        _ => dice.pick(&[&Message::Wait, &Message::Ready, &Message::Pong]).clone(),
    }
}

fn kind(dice: &mut Dice) -> ParamKind {
    match dice.below(5) {
        0 => ParamKind::Bool,
        1 => ParamKind::Int { min: dice.maybe(|dice| -(dice.below(9) as i64)), max: Some(i64::MAX) },
        2 => ParamKind::Real { min: dice.maybe(real), max: dice.maybe(real) },
        3 => ParamKind::String,
        _ => ParamKind::Enum(dice.some(word)),
    }
}

fn info(dice: &mut Dice) -> Info {
    Info {
        depth: Some(small(dice)),
        mean_depth: dice.maybe(|dice| dice.below(1000) as f64 / 10.0),
        max_depth: dice.maybe(small),
        score: dice.maybe(score),
        nodes: dice.maybe(large),
        time: dice.maybe(thousandths),
        nps: dice.maybe(thousandths),
        extra: dice.some(|dice| (word(dice), text(dice))),
        pv: dice.some(word),
    }
}

fn score(dice: &mut Dice) -> Score {
    match dice.below(3) {
        0 => Score::WinIn(dice.below(1000) as u32),
        1 => Score::LossIn(dice.below(1000) as u32),
        _ => Score::Men((dice.below(15_999) as f64 - 7999.0) / 100.0),
    }
}

fn small(dice: &mut Dice) -> u32 {
    (large(dice) >> 32) as u32
}

/// A number of any length.
fn large(dice: &mut Dice) -> u64 {
    let length = dice.below(64);
    dice.below(u64::MAX) >> length
}

fn thousandths(dice: &mut Dice) -> f64 {
    dice.below(1 << 40) as f64 / 1000.0
}

fn real(dice: &mut Dice) -> f64 {
    f64::from_bits(dice.below(0x7ff0_0000_0000_0000)) * if dice.below(2) == 0 { 1.0 } else { -1.0 }
}

fn word(dice: &mut Dice) -> String {
    const LETTERS: &[&str] = &["a", "Z", "0", "-", "x", ":", "'", "/", "é", "棋", "🙂", "\\", ","];
    dice.pick(LETTERS).to_owned() + &dice.some(|dice| dice.pick(LETTERS)).concat()
}

/// Words, blanks and equals signs, or nothing.
fn text(dice: &mut Dice) -> String {
    dice.some(|dice| dice.pick(&[" ", "=", "x", "\u{a0}", "32-28"])).concat()
}
