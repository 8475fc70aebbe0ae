/** `npm run check:unstable`: refuses a test that twice within 20 whole runs passed only at its second try. */
import { readUnstable, unstableTooOften } from '@pone/cli/test/unstable.ts'

const tests = unstableTooOften(readUnstable())
for (const test of tests)
  process.stdout.write(
    `${test} passed only at its second try in two of 20 runs: mend it or what it tests, then remove its entries from unstable.json\n`,
  )
process.exitCode = tests.length === 0 ? 0 : 1
