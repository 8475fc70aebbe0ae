import { Counters } from '@pone/metrics/counters.ts'
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

test('bytes of another version are refused', () => {
  expect(() => [...decodeLabels(Buffer.from([9]))]).toThrow(RangeError)
})

test('what a target answers can be stored, whatever it holds', () => {
  expect(storableText('a\0b\ud800c')).toBe('a\uFFFDb\uFFFDc')
  expect(JSON.parse(storableJson({ deep: ['\0', '\\u0000', 'ok'] }))).toEqual({
    deep: ['\uFFFD', '\\u0000', 'ok'],
  })
})
