//! The tally: what every deterministic tie rule is a function of.

/// Which of the tied items come before the gold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TieRule {
    /// Tied items of lower index come first (the default of this kernel, and
    /// of a stable descending sort).
    #[default]
    LowerIndex,
    /// The gold comes first of all tied items.
    Optimistic,
    /// The gold comes last of all tied items.
    Pessimistic,
    /// Tied items of higher index come first.
    HigherIndex,
    /// The mean of optimistic and pessimistic rank; may end in one half.
    Realistic,
}

/// How one query's gold stands among the other items.
///
/// For one gold `g` with score `s`: `ahead` items score better than `s`, and
/// `tied_before` and `tied_after` items score exactly `s` with a lower and a
/// higher index. For several golds and any-hit, `s` is the best score among
/// the golds and only items that are no golds are counted: `tied_before` the
/// first gold of that score, `tied_after` the last, `tied_between` elsewhere;
/// `tied_golds` golds share the score.
///
/// A miss (no gold, or only NaN golds) has `ahead` = number of items and
/// `tied_golds` = 0, so that its rank under every rule is the gallery size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Tally {
    /// Items that score better.
    pub ahead: u32,
    /// Equal items before the first gold of that score.
    pub tied_before: u32,
    /// Equal items between the first and the last gold of that score.
    pub tied_between: u32,
    /// Equal items behind the last gold of that score.
    pub tied_after: u32,
    /// Golds that have that score; 0 marks a miss.
    pub tied_golds: u32,
}

impl Tally {
    /// The tally of a query whose gold was not retrieved among `items` items.
    pub const fn miss(items: u32) -> Self {
        Tally { ahead: items, tied_before: 0, tied_between: 0, tied_after: 0, tied_golds: 0 }
    }

    /// Whether no gold was retrieved.
    pub const fn is_miss(&self) -> bool {
        self.tied_golds == 0
    }

    /// Items that are no golds and have exactly the gold's score.
    pub const fn tied(&self) -> u32 {
        self.tied_before.wrapping_add(self.tied_between).wrapping_add(self.tied_after)
    }

    /// 0-based rank under a rule, `None` for [`TieRule::Realistic`], whose
    /// ranks are no integers: see [`doubled_rank`](Self::doubled_rank).
    pub const fn rank(&self, rule: TieRule) -> Option<u32> {
        Some(match rule {
            TieRule::LowerIndex => self.ahead.wrapping_add(self.tied_before),
            TieRule::Optimistic => self.ahead,
            TieRule::Pessimistic => self.ahead.wrapping_add(self.tied()),
            TieRule::HigherIndex => self.ahead.wrapping_add(self.tied_after),
            TieRule::Realistic => return None,
        })
    }

    /// Twice the 0-based rank under a rule: an integer under every rule.
    pub const fn doubled_rank(&self, rule: TieRule) -> u64 {
        match self.rank(rule) {
            Some(rank) => 2 * rank as u64,
            None => 2 * self.ahead as u64 + self.tied() as u64,
        }
    }
}
