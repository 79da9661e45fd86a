use super::super::derivation::Form;
use super::script::{Fault, Script};
use super::stories::chain;
use super::*;

const RUNS: u64 = 8;
const STEPS: usize = 40;
/// In units of a quantity.
const CENT: i64 = 1_000_000;
const FAULTS: [Fault; 6] =
    [Fault::None, Fault::Silent, Fault::LowTip, Fault::LooseBlock, Fault::Repeats, Fault::HighTip];

/// SplitMix64, so that a failing run can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, many: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % many
    }
}

/// With any order of blocks, repeats, faults and reorganisations no deeper than the confirmations, exactly the payments
/// that are on the chain in the end are credited, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_survives_is_credited_once() {
    for seed in 0..RUNS {
        let (house, script) = (House::open().await, Script::new());
        let chain = chain("USDT", Form::Paper("A".into()));
        let addresses = [house.address(&chain, ANN).await, house.address(&chain, BO).await, "nobody's".to_owned()];
        let follower = house.follower(&chain, script.clone());
        follower.pass().await.unwrap();
        let mut dice = Dice(seed);
        for _ in 0..STEPS {
            let payment = |dice: &mut Dice| {
                let to = &addresses[usize::try_from(dice.below(3)).unwrap()];
                // Whole cents, so that nothing is rounded away.
                let amount = Quantity::from_units(i64::try_from(1 + dice.below(300)).unwrap() * CENT);
                script.payment(to, "USDT", amount)
            };
            match dice.below(8) {
                0 => script.fails(FAULTS[usize::try_from(dice.below(6)).unwrap()]),
                1 | 2 => {
                    let depth = usize::try_from(1 + dice.below(2)).unwrap().min(script.len() - 1);
                    let taken = script.take_back(depth);
                    let survives = taken.into_iter().filter(|_| dice.below(2) == 0).collect();
                    script.mine(survives);
                    (0..depth).for_each(|_| script.mine(Vec::new()));
                }
                _ => {
                    let payments = (0..dice.below(3)).map(|_| payment(&mut dice)).collect();
                    script.mine(payments);
                }
            }
            let _ = follower.pass().await;
        }
        script.fails(Fault::None);
        for _ in 0..4 {
            script.mine(Vec::new());
            follower.pass().await.unwrap();
            follower.pass().await.unwrap();
        }
        assert_eq!((house.halted(&chain).await, house.audit().await), (None, Vec::new()), "seed {seed}");
        let blocks = script.0.lock().unwrap().blocks.clone();
        for (account, address) in [ANN, BO].into_iter().zip(&addresses) {
            let survived = blocks.iter().flat_map(|block| &block.received).filter(|r| r.address == *address);
            let survived: i64 = survived.map(|received| received.amount.units()).sum();
            let suspended: i64 = house.in_suspense(account).await.iter().map(|(_, amount, _)| amount.units()).sum();
            let credited = house.credited(account).await;
            assert_eq!(suspended + credited * CENT, survived, "seed {seed}");
        }
    }
}
