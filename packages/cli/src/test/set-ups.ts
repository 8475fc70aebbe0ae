/** Brings what tests need onto this machine, one after the other, since package managers allow one at a time. */
import { CommandError } from '../exit-codes.ts'

type Say = (line: string) => void
/** @throws CommandError with the reason when it cannot bring what it is for */
export type SetUp = (say: Say) => Promise<void>

/** Whether the set-up has succeeded, once it has ended; it is started when it was not among the first. */
export type Readiness = (setUp: SetUp) => Promise<boolean>

/** Starts all of them, so that they work while something else runs. The reason of one that fails is printed; the others go on. */
export function startSetUps(setUps: readonly SetUp[], say: Say): Readiness {
  const outcomes = new Map<SetUp, Promise<boolean>>()
  let last: Promise<unknown> = Promise.resolve()
  const isReady: Readiness = setUp => {
    const known = outcomes.get(setUp)
    if (known !== undefined) return known
    const outcome = last.then(() => succeeds(setUp, say))
    outcomes.set(setUp, outcome)
    // A defect is thrown to whoever asks for the outcome.
    last = outcome.catch(() => undefined)
    return outcome
  }
  for (const setUp of setUps) void isReady(setUp)
  return isReady
}

async function succeeds(setUp: SetUp, say: Say): Promise<boolean> {
  try {
    await setUp(say)
    return true
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause
    say(`FAILED: ${cause.message}`)
    return false
  }
}
