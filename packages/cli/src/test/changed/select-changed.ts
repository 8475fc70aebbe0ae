/** `./pone test --changed`: what git says has changed, and the tests that are chosen for it. */
import { checkout } from '../../paths.ts'
import { changedFiles } from './changed-files.ts'
import { type Selection, testsFor } from './tests-for.ts'
import { readTree } from './tree.ts'

export interface ChangedSelection extends Selection {
  /** Paths relative to the checkout, sorted; deleted files are among them. */
  readonly changed: readonly string[]
}

/**
 * Chooses tests for what differs between `base` and the working tree.
 * @throws CommandError `usage` if git knows no commit `base`
 * @see changedFiles for what is compared without `base`
 */
export async function selectChanged(base: string | undefined, folder = checkout): Promise<ChangedSelection> {
  const changed = await changedFiles(base, folder)
  return { changed, ...testsFor(changed, await readTree(folder)) }
}
