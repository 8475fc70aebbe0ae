import { expect, it } from 'vitest'
import { freeSiblingName } from './free-sibling-name.ts'

it('adds a number to a name that a sibling has', () => {
  const nodes = [
    { parentId: null, name: 'new' },
    { parentId: 'root', name: 'Shop' },
    { parentId: 'root', name: 'Shop 2' },
  ]
  expect(freeSiblingName(nodes, 'root', 'new')).toBe('new')
  expect(freeSiblingName(nodes, 'root', 'Shop')).toBe('Shop 3')
})
