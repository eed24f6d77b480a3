//! What is looked at, by name, and what each is worth before anything is learnt.

macro_rules! features {
    ($($(#[$doc:meta])+ $feature:ident = $early:literal .. $late:literal;)*) => {
        /// Something that makes a position better for the player who has more of it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature {
            $($(#[$doc])+ $feature,)*
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$feature,)*];

            /// The name, as it is written.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$feature => stringify!($feature),)*
                }
            }
        }

        /// A guess at what each is worth with all men on the board, and with none.
        pub(super) const INITIAL: [[i32; 2]; Feature::ALL.len()] = [$([$early, $late],)*];
    };
}

features! {
    /// A man.
    Man = 1000 .. 1000;
    /// A king. What it is worth depends on how it moves.
    King = 0 .. 0;
    /// It is one's turn.
    Turn = 30 .. 30;
    /// A man on the row where the opponent's men become kings.
    Row0 = 50 .. 50;
    /// A man that has gone one step.
    Row1 = 10 .. 10;
    /// A man that has gone two steps.
    Row2 = 20 .. 20;
    /// A man that has gone three steps.
    Row3 = 30 .. 30;
    /// A man that has gone four steps.
    Row4 = 40 .. 40;
    /// A man that has gone five steps.
    Row5 = 50 .. 50;
    /// A man that has gone six steps.
    Row6 = 60 .. 60;
    /// A man that has gone seven steps.
    Row7 = 70 .. 70;
    /// A man that has gone eight steps.
    Row8 = 80 .. 80;
    /// A man that has gone nine steps.
    Row9 = 90 .. 90;
    /// A man that has gone ten steps.
    Row10 = 100 .. 100;
    /// A man that has gone eleven steps.
    Row11 = 110 .. 110;
    /// A man that has gone twelve steps.
    Row12 = 120 .. 120;
    /// A man on one of the two outermost columns.
    Column0 = -30 .. -10;
    /// A man one column nearer to the middle.
    Column1 = -20 .. -10;
    /// A man two columns nearer to the middle.
    Column2 = 0 .. 0;
    /// A man three columns nearer to the middle.
    Column3 = 10 .. 0;
    /// A man four columns nearer to the middle.
    Column4 = 20 .. 0;
    /// A man five columns nearer to the middle.
    Column5 = 20 .. 0;
    /// A man six columns nearer to the middle.
    Column6 = 20 .. 0;
    /// A piece near the center.
    Center = 30 .. 30;
    /// A man more on one wing than on the other.
    Imbalance = -30 .. -30;
    /// A piece right behind a man.
    Support = 20 .. 10;
    /// A supported man in the opponent's half.
    Outpost = 50 .. 20;
    /// A man in the opponent's half without a piece behind it.
    LooseOutpost = -20 .. 0;
    /// A free cell with two own men right ahead of it: what a capture lands on.
    Hole = -20 .. -10;
    /// A man in the opponent's half that no opponent is ahead of.
    Runaway = 300 .. 400;
    /// A step that such a man has to go.
    RunawayStep = -50 .. -60;
    /// A step that a man can make.
    Mobility = 10 .. 10;
    /// A step that a man can make without being taken at once.
    SafeMobility = 15 .. 15;
    /// A man that has no such step: something holds it.
    Locked = -15 .. -15;
    /// A piece that a man or a king beside it could take if it were the opponent's turn.
    Hanging = -50 .. -50;
    /// A step that a king can make.
    KingMobility = 20 .. 20;
    /// A king that has no step that is safe.
    TrappedKing = -150 .. -150;
    /// A flying king on the main diagonal.
    MainDiagonal = 50 .. 50;
}

impl Feature {
    /// The men that have gone no step, one step, and so on.
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

    /// The men by how far they stand from the nearer side of the board.
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
