/** Reads scripts in tests as page and command line do, and generates the steps of all their requests. */
import { readerFor } from '../readers.ts'
import { toSteps } from '../steps/to-steps.ts'

export async function readWhole(text: string) {
  const bytes = new TextEncoder().encode(text)
  const reader = readerFor(bytes)
  if (reader === null) throw new Error('The format is not recognised')
  reader.feed(bytes)
  await reader.settle?.()
  const recording = reader.end()
  let ids = 0
  const made = toSteps(recording, {
    chosen: new Set(recording.exchanges.map(({ index }) => index)),
    hasTransactions: true,
    hasThinkTimes: true,
    baseUrl: '',
    takenNames: [],
    accepted: [],
    newId: () => String((ids += 1)),
  })
  const left = [...recording.left, ...made.left].map(({ place, code, text: { en } }) => ({ place, code, en }))
  return { recording, ...made, left, told: left.map(({ place, code }) => `${place} ${code}`.trim()) }
}
