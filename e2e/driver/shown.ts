/** Assertions on what a page shows. A page follows an action later, so what is read once right after it may be the old state. */
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { usualPatienceMs } from '../harness/eventually.ts'

const lookEveryMs = 50

/** Repeats the assertion until it holds. @throws its last failure at the time-out */
export async function holds(assertion: () => unknown, patienceMs = usualPatienceMs): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      await assertion()
      return
    } catch (cause) {
      if (performance.now() > deadline) throw cause
    }
    await pause(lookEveryMs)
  }
}

/** Waits until the field has this value. */
export const seeValue = (field: Locator, value: string): Promise<void> =>
  holds(async () => assert.equal(await field.inputValue(), value))

/** Waits until there are so many of these elements. */
export const seeCount = (elements: Locator, count: number): Promise<void> =>
  holds(async () => assert.equal(await elements.count(), count))
