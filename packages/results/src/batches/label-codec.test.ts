import { Counters, type WireCounters } from '@pone/metrics/counters.ts'
import { commonPhases, PhaseSums } from '@pone/metrics/phases.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLabels, encodeLabels, mergeStored } from './label-codec.ts'
import { storableJson, storableText } from './storable.ts'

const sample = fc.tuple(fc.nat(5_000_000), fc.boolean(), fc.nat(1_000), fc.nat(100_000))

test('counters that were stored merge to what they were', () => {
  fc.assert(
    fc.property(fc.array(fc.array(sample), { maxLength: 5 }), parts => {
      const wires = parts.map((samples, label) => {
        const counters = new Counters()
        for (const [us, passed, sent, received] of samples) counters.record(us, passed, sent, received)
        return { label, ...counters.toWire() }
      })
      const expected = new Counters()
      for (const wire of wires) expected.merge(Counters.fromWire(wire))
      const merged = new Counters()
      const seen: number[] = []
      for (const stored of decodeLabels(encodeLabels(wires))) {
        seen.push(stored.label)
        mergeStored(merged, stored)
      }
      expect(merged.toWire()).toEqual(expected.toWire())
      expect(seen).toEqual(
        wires.filter(({ passed, failed }) => passed + failed > 0).map(({ label }) => label),
      )
    }),
  )
})

const keySets = [commonPhases, [...commonPhases, '往返', 'query'], ['query', 'connect']]
const times = fc.array(fc.option(fc.nat(5_000_000)), { minLength: 7, maxLength: 7 })

test('parts of response times are stored exactly, whichever of them happened', () => {
  fc.assert(
    fc.property(fc.array(fc.array(times, { minLength: 1 }), { maxLength: 5 }), parts => {
      const expected = new Counters()
      expected.phases = new PhaseSums(commonPhases)
      const wires = parts.map((requests, label) => {
        const counters = new Counters()
        for (const request of requests) {
          counters.record(7, true, 1, 1)
          const keys = keySets[label % keySets.length] ?? []
          counters.recordPhases(request.slice(0, keys.length), keys)
        }
        expected.merge(counters)
        return { label, ...counters.toWire() }
      })
      const merged = new Counters()
      for (const stored of decodeLabels(encodeLabels(wires))) mergeStored(merged, stored)
      expect(happened(merged)).toEqual(happened(expected))
    }),
  )
})

/** Without phases of which none happened: they are not stored. */
function happened(counters: Counters): WireCounters {
  const { phases, ...rest } = counters.toWire()
  const some = Object.entries(phases ?? {}).filter(([, { count }]) => count > 0)
  return { ...rest, phases: Object.fromEntries(some) }
}

test('rows that were stored before there were parts of times are read as they were', () => {
  const counters = new Counters()
  for (const us of [5, 70, 900]) counters.record(us, us > 5, 10, 20)
  const wire = { label: 3, ...counters.toWire() }
  const now = encodeLabels([wire])
  // Version 1 was the same without the byte that says which parts follow.
  const before = Buffer.from(now.subarray(0, -1))
  before[0] = 1
  const [stored, ...none] = decodeLabels(Buffer.from(before))
  expect(none).toEqual([])
  const merged = new Counters()
  if (stored !== undefined) mergeStored(merged, stored)
  expect({ label: stored?.label, ...merged.toWire() }).toEqual(wire)
})

test('bytes of another version are refused', () => {
  expect(() => [...decodeLabels(Buffer.from([9]))]).toThrow(RangeError)
})

test('what a target answers can be stored, whatever it holds', () => {
  expect(storableText('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc')
  expect(JSON.parse(storableJson({ deep: ['\0', '\\u0000', 'ok'] }))).toEqual({
    deep: ['\uFFFD', '\\u0000', 'ok'],
  })
})
