//! What is counted so far, in a file: everything about its format is here.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `MAGIC` |
//! | 8 | `VERSION` |
//! | 16 | fingerprint of all that the counts depend on |
//! | 8, 8 | tiles done; NaN cells |
//! | as many as remain | the counts, as the kernel saves them |
//! | 8 | XXH3 of what stands before |
//!
//! All numbers are little-endian. Tiles are done in their order.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use recallk::{load, save, saved_size};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::{Failure, Result, explain, refuse};
use crate::threads::Threads;
use crate::tiles::Counted;

const MAGIC: [u8; 8] = *b"recallkC";
const VERSION: u64 = 1;
const HEAD: usize = 48;
const TAIL: usize = 8;

/// A file that is kept up to date.
pub(crate) struct Checkpoint {
    path: PathBuf,
    fingerprint: u128,
    every: Duration,
    /// When the round began, and of how many tiles it is.
    began: Option<(Instant, usize)>,
}

/// Digests all that counts depend on.
pub(crate) struct Fingerprint(Xxh3);

impl Fingerprint {
    pub(crate) fn new() -> Self {
        Fingerprint(Xxh3::new())
    }

    /// Takes in bytes, set apart from those before and behind.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }
}

impl Checkpoint {
    pub(crate) fn new(path: &Path, every: Duration, fingerprint: &Fingerprint) -> Self {
        let fingerprint = fingerprint.0.digest128();
        Checkpoint { path: path.to_owned(), fingerprint, every, began: None }
    }

    /// Reads what an earlier run has counted, if there is a file. Returns how
    /// many tiles that are.
    pub(crate) fn resume(&mut self, into: &mut Counted) -> Result<usize> {
        match fs::read(&self.path) {
            Ok(bytes) => self.read(&bytes, into),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(0),
            Err(error) => refuse!("{} cannot be read: {error}.", self.path.display()),
        }
    }

    /// How many tiles to count before the next state is kept.
    pub(crate) fn round(&mut self, threads: &Threads) -> usize {
        let least = threads.count();
        let tiles = match self.began {
            None => least,
            Some((began, tiles)) => {
                let pace = self.every.as_secs_f64() / began.elapsed().as_secs_f64().max(1e-6);
                // No sudden leaps: the first tiles are often slow or fast.
                (tiles as f64 * pace.min(8.0)) as usize
            }
        };
        let tiles = tiles.max(least);
        self.began = Some((Instant::now(), tiles));
        tiles
    }

    /// Replaces the file at once: a state is there in whole or not at all.
    pub(crate) fn save(&self, done: usize, counted: &Counted) -> Result<()> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend((done as u64).to_le_bytes());
        bytes.extend(counted.nans.to_le_bytes());
        let unsaved = |error| explain(error, &self.path.display().to_string());
        let size = saved_size(0, counted.counts.len()).map_err(unsaved)?;
        bytes.resize(HEAD + size, 0);
        save(&[], &counted.counts, &counted.coverage, &mut bytes[HEAD..]).map_err(unsaved)?;
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let new = PathBuf::from(name);
        let replaced = || {
            let mut file = File::create(&new)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            fs::rename(&new, &self.path)
        };
        replaced().map_err(|error| {
            Failure::new(format!("{} cannot be written: {error}.", self.path.display()))
        })
    }

    fn read(&self, bytes: &[u8], into: &mut Counted) -> Result<usize> {
        let name = self.path.display();
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            bytes.map(u64::from_le_bytes)
        };
        if !bytes.starts_with(&MAGIC) {
            refuse!("{name} is no checkpoint; it is neither read nor written over.");
        }
        match number(8) {
            Some(VERSION) => {}
            Some(version) => {
                refuse!("{name} is a checkpoint of version {version}; version {VERSION} is read.")
            }
            None => refuse!("{name} is damaged: it is cut short. Remove it to begin anew."),
        }
        let end = bytes.len().saturating_sub(TAIL);
        if end < HEAD || number(end) != Some(xxh3_64(&bytes[..end])) {
            refuse!("{name} is damaged: its checksum is wrong. Remove it to begin anew.");
        }
        if bytes[16..32] != self.fingerprint.to_le_bytes() {
            refuse!(
                "{name} belongs to other vectors, golds or options, or to another processor. \
                 Remove it to begin anew."
            );
        }
        let loaded = load(&bytes[HEAD..end], &mut [], &mut into.counts, &mut into.coverage);
        let (Some(done), Some(nans), Ok(())) = (number(32), number(40), loaded) else {
            refuse!("{name} is damaged: it has another size. Remove it to begin anew.");
        };
        into.nans = nans;
        Ok(done as usize)
    }

    /// The work is done. Only a checkpoint is removed: where none was kept, an
    /// output may have the name.
    pub(crate) fn remove(path: &Path) -> Result<()> {
        let mut start = [0; MAGIC.len()];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
        if read.is_ok() && start == MAGIC {
            fs::remove_file(path).map_err(|error| {
                Failure::new(format!("{} cannot be removed: {error}.", path.display()))
            })?;
        }
        Ok(())
    }
}
