/** The component catalogue as data. */
import type { ComponentNode } from '@pone/contract/entities/component.ts'
import { expect, it } from 'vitest'
import { countBelow, pathOf } from './catalogue-model.ts'

const node = (
  id: string,
  parentId: string | null,
  kind: ComponentNode['kind'] = 'folder',
): ComponentNode => ({
  id,
  parentId,
  kind,
  name: id,
  position: 0,
  updatedAt: 0,
  updatedBy: '',
})
const nodes = [
  node('root', null),
  node('a', 'root'),
  node('b', 'a'),
  node('c', 'b', 'component'),
  node('d', 'root', 'component'),
]

it('counts every deleted node once', () => {
  expect(countBelow(nodes, ['a', 'c'])).toEqual({ folders: 2, components: 1 })
  expect(countBelow(nodes, ['d'])).toEqual({ folders: 0, components: 1 })
})

it('returns the path from the root', () => {
  expect(pathOf(nodes, 'c').map(each => each.id)).toEqual(['root', 'a', 'b', 'c'])
})
