import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Due, SlotHeap } from './slot-heap.ts'

test('the heap gives entries in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100)), slots => {
      const heap = new SlotHeap<Due>()
      for (const slot of slots) heap.add({ slot })
      const taken = slots.map(() => heap.take()?.slot)
      expect(taken).toEqual(slots.toSorted((a, b) => a - b))
      expect(heap.take()).toBeUndefined()
    }),
  )
})
