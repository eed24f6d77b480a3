//! The features of the evaluation and their initial weights.

macro_rules! features {
    ($($(#[$doc:meta])+ $feature:ident = $early:literal .. $late:literal;)*) => {
        /// A feature of a position. It is counted for both players, and the difference is weighted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature {
            $($(#[$doc])+ $feature,)*
        }

        impl Feature {
            /// All features.
            pub const ALL: &[Self] = &[$(Self::$feature,)*];

            /// The name in files of weights.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => stringify!($feature),)*
                }
            }
        }

        /// The initial weights in thousandths of a man: with all men on the board, and with none.
        pub(super) const INITIAL: [[i32; 2]; Feature::ALL.len()] = [$([$early, $late],)*];
    };
}

features! {
    /// A man.
    Man = 1000 .. 1000;
    /// A king. The initial weight depends on the rules and the board size.
    King = 0 .. 0;
    /// The player is to move.
    Turn = 30 .. 30;
    /// A man on the player's first row.
    Row0 = 50 .. 50;
    /// A man that has advanced one step.
    Row1 = 10 .. 10;
    /// A man that has advanced two steps.
    Row2 = 20 .. 20;
    /// A man that has advanced three steps.
    Row3 = 30 .. 30;
    /// A man that has advanced four steps.
    Row4 = 40 .. 40;
    /// A man that has advanced five steps.
    Row5 = 50 .. 50;
    /// A man that has advanced six steps.
    Row6 = 60 .. 60;
    /// A man that has advanced seven steps.
    Row7 = 70 .. 70;
    /// A man that has advanced eight steps.
    Row8 = 80 .. 80;
    /// A man that has advanced nine steps.
    Row9 = 90 .. 90;
    /// A man that has advanced ten steps.
    Row10 = 100 .. 100;
    /// A man that has advanced eleven steps.
    Row11 = 110 .. 110;
    /// A man that has advanced twelve steps.
    Row12 = 120 .. 120;
    /// A man on one of the two outer columns.
    Column0 = -30 .. -10;
    /// A man one column from the nearer side.
    Column1 = -20 .. -10;
    /// A man two columns from the nearer side.
    Column2 = 0 .. 0;
    /// A man three columns from the nearer side.
    Column3 = 10 .. 0;
    /// A man four columns from the nearer side.
    Column4 = 20 .. 0;
    /// A man five columns from the nearer side.
    Column5 = 20 .. 0;
    /// A man six columns from the nearer side.
    Column6 = 20 .. 0;
    /// A piece in the center.
    Center = 30 .. 30;
    /// The difference between the numbers of men on the two wings.
    Imbalance = -30 .. -30;
    /// A piece diagonally behind a man.
    Support = 20 .. 10;
    /// A supported man in the opponent's half.
    Outpost = 50 .. 20;
    /// A man in the opponent's half without a piece behind it.
    LooseOutpost = -20 .. 0;
    /// A free cell behind two of the player's men, where a capture of either may land.
    Hole = -20 .. -10;
    /// A man in the opponent's half with no opposing piece ahead that could stop it.
    Runaway = 300 .. 400;
    /// A step that a runaway man still needs to become a king.
    RunawayStep = -50 .. -60;
    /// A step that a man can make.
    Mobility = 10 .. 10;
    /// A step after which the man cannot be captured at once.
    SafeMobility = 15 .. 15;
    /// A man without a safe step.
    Locked = -15 .. -15;
    /// A piece that an adjacent opponent could capture if it were the opponent's turn.
    Hanging = -50 .. -50;
    /// A step that a king can make.
    KingMobility = 20 .. 20;
    /// A king without a safe step.
    TrappedKing = -150 .. -150;
    /// A flying king on the main diagonal.
    MainDiagonal = 50 .. 50;
}

impl Feature {
    /// Features of men by the number of rows advanced.
    pub(super) const ROWS: [Self; 13] = [
        Self::Row0,
        Self::Row1,
        Self::Row2,
        Self::Row3,
        Self::Row4,
        Self::Row5,
        Self::Row6,
        Self::Row7,
        Self::Row8,
        Self::Row9,
        Self::Row10,
        Self::Row11,
        Self::Row12,
    ];

    /// Features of men by the number of columns from the nearer side.
    pub(super) const COLUMNS: [Self; 7] = [
        Self::Column0,
        Self::Column1,
        Self::Column2,
        Self::Column3,
        Self::Column4,
        Self::Column5,
        Self::Column6,
    ];
}
