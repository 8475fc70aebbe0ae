import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCollapsed } from './collapsed-text.ts'
import { endsOf, type Profile, parentsOf, totalOf, totalsOf } from './profile.ts'
import { TreeBuilder } from './profile-builder.ts'
import { readProfile, writeProfile } from './stored-form.ts'

const stacks = fc.array(
  fc.tuple(
    fc.array(fc.constantFrom('a', 'b', 'c', '调用', 'a b'), { minLength: 1, maxLength: 6 }),
    fc.nat(1e12),
  ),
  { minLength: 1, maxLength: 60 },
)
const profileOf = (given: readonly [readonly string[], number][]): Profile => {
  const tree = new TreeBuilder()
  for (const [stack, weight] of given) tree.add(stack, weight)
  const { order: _order, ...columns } = tree.finish()
  return { kind: 'cpu', unit: 'samples', source: 'test', ...columns }
}

describe('a tree of stacks', () => {
  it('has for every stack the sum of its weights', () => {
    fc.assert(
      fc.property(stacks, given => {
        const sums = new Map<string, number>()
        for (const [stack, weight] of given)
          sums.set(stack.join(';'), (sums.get(stack.join(';')) ?? 0) + weight)
        const expected = [...sums]
          .filter(([, weight]) => weight > 0)
          .map(([stack, weight]) => `${stack} ${weight}`)
        const lines = writeCollapsed(profileOf(given)).split('\n').slice(0, -1)
        expect(lines.sort()).toEqual(expected.sort())
      }),
    )
  })

  it('has totals, ends and parents that agree', () => {
    fc.assert(
      fc.property(stacks, given => {
        const profile = profileOf(given)
        const totals = totalsOf(profile)
        const ends = endsOf(profile)
        const parents = parentsOf(profile)
        profile.depth.forEach((level, node) => {
          const below = profile.self.slice(node, ends[node])
          expect(totals[node]).toBe(totalOf({ self: below }))
          const parent = parents[node] ?? -1
          expect(parent < 0 ? 0 : (profile.depth[parent] ?? 0) + 1).toBe(level)
          if (parent >= 0) expect(ends[parent]).toBeGreaterThan(node)
        })
      }),
    )
  })

  it('is the same whatever order the stacks came in', () => {
    fc.assert(
      fc.property(stacks, given => {
        expect(writeCollapsed(profileOf(given.toReversed()))).toBe(writeCollapsed(profileOf(given)))
      }),
    )
  })
})

describe('the stored form', () => {
  it('gives back the profile, with weights that are whole or not', () => {
    fc.assert(
      fc.property(stacks, fc.boolean(), (given, isHalved) => {
        const profile = profileOf(given)
        const stored = isHalved ? { ...profile, self: profile.self.map(weight => weight / 2) } : profile
        expect(readProfile(writeProfile(stored))).toEqual(stored)
      }),
    )
  })

  it('is refused when it was changed so that it is no tree', () => {
    const bytes = writeProfile(profileOf([[['a', 'b'], 3]]))
    const broken = Uint8Array.from(bytes)
    // The last six bytes are depths, names and weights of both nodes.
    broken[broken.length - 6] = 5
    expect(() => readProfile(broken)).toThrow('damaged')
    expect(() => readProfile(bytes.subarray(0, bytes.length - 1))).toThrow('damaged')
  })
})
