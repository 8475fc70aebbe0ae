import { monitorTypeSchema } from '@pone/monitors/type.ts'
import { expect, test } from 'vitest'
import { SectionTracks } from './section-tracks.ts'

const names = { zh: '值', en: 'value' }
const counters = [{ key: 'value', kind: 'gauge', unit: 'count', names, help: names }]
const type = monitorTypeSchema.parse({
  name: 'made-up',
  version: 1,
  category: 'custom',
  names,
  triedOn: [],
  transport: 'procfs',
  params: [],
  sections: ['cpu', 'load'].map(key => ({ key, names, request: { reader: key }, counters })),
  charts: [],
})
const now = 1_000_000

/** Two sections of a monitor, the first of which was collected until `slot`. */
function tracked() {
  const tracks = new SectionTracks()
  tracks.put({ monitorId: 'm', type, params: {}, frequencyMs: 1_000 }, now)
  tracks.began('m', 'cpu')
  const slot = now + 10_000
  tracks.ended('m', 'cpu', slot)
  return { tracks, slot }
}

test('what passes between the last collection and the first of the next process is a gap', () => {
  const { tracks, slot } = tracked()
  tracks.died()
  const gap = {
    monitorId: 'm',
    section: 'cpu',
    from: slot + 1_000,
    until: slot + 3_000,
    cause: 'collectorEnded',
  }
  expect(tracks.came('m', 'cpu', slot + 3_000)).toEqual(gap)
  expect(tracks.came('m', 'cpu', slot + 4_000)).toBeNull()
})

test('there is none when no slot was missed, also after the process ended twice', () => {
  const { tracks, slot } = tracked()
  tracks.died()
  tracks.died()
  expect(tracks.came('m', 'cpu', slot + 1_000)).toBeNull()
})

test('missing sections are told once, from their first missing slot, and then leave no gap', () => {
  const { tracks, slot } = tracked()
  tracks.died()
  expect(tracks.takeMissing(slot + 999, key => key === 'm cpu')).toEqual([])
  expect(tracks.takeMissing(slot + 2_500, key => key === 'm cpu')).toMatchObject([{ from: slot + 1_000 }])
  expect(tracks.takeMissing(slot + 3_500, key => key === 'm cpu')).toEqual([])
  expect(tracks.came('m', 'cpu', slot + 4_000)).toBeNull()
})

test('what was being collected is named, but not what ended or was removed', () => {
  const { tracks } = tracked()
  tracks.began('m', 'load')
  tracks.began('unknown', 'cpu')
  expect(tracks.died()).toEqual(new Set(['m load']))
  expect(tracks.died()).toEqual(new Set())
  tracks.began('m', 'load')
  tracks.remove('m')
  expect(tracks.died()).toEqual(new Set())
})
