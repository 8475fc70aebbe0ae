// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../../test-page.tsx'
import { TreePanel } from './tree-panel.tsx'

interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly isFolder: boolean
}
const nodes: readonly Node[] = [
  { id: 'root', parentId: null, name: 'Everything', isFolder: true },
  { id: 'f1', parentId: 'root', name: 'Shop', isFolder: true },
  { id: 'c1', parentId: 'f1', name: 'Browse', isFolder: false },
  { id: 'c2', parentId: 'f1', name: 'Pay', isFolder: false },
  { id: 'f2', parentId: 'root', name: 'Bank', isFolder: true },
]

function Catalogue({ told, canEdit = true }: { readonly told: string[]; readonly canEdit?: boolean }) {
  const [selected, setSelected] = useState<string | null>('c1')
  return (
    <TreePanel<Node>
      label="Catalogue"
      storageKey="test"
      nodes={nodes}
      selectedId={selected}
      onOpen={node => {
        setSelected(node.id)
        told.push(`open ${node.id}`)
      }}
      iconOf={node => <i>{node.isFolder ? 'folder' : 'file'}</i>}
      holdsChildren={node => node.isFolder}
      isFixed={node => node.parentId === null}
      canEdit={canEdit}
      onRename={async (node, name) => told.push(`rename ${node.id} ${name}`)}
      onMove={async move => told.push(`move ${JSON.stringify(move)}`)}
      onCopy={async ({ ids, parentId }) => told.push(`copy ${ids.join()} to ${parentId}`)}
      onDelete={doomed => told.push(`delete ${doomed.map(node => node.id).join()}`)}
    />
  )
}
const start = async (canEdit = true) => {
  const told: string[] = []
  return { told, ...(await draw(<Catalogue told={told} canEdit={canEdit} />)) }
}

test('the folders around the chosen node are open, a click opens another', async () => {
  const { told, user } = await start()
  await user.click(await screen.findByText('Pay'))
  expect(told).toEqual(['open c2'])
})

test('a search shows what fits and the folders around it', async () => {
  const { user } = await start()
  await user.type(screen.getByRole('textbox'), 'pay')
  expect(await screen.findByText(/Pay/)).toBeTruthy()
  expect(screen.getByText('Shop')).toBeTruthy()
  expect(screen.queryByText('Bank')).toBeNull()
  expect(screen.queryByText('Browse')).toBeNull()
})

test('a node is renamed by F2 and Enter; Escape gives up', async () => {
  const { told, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{F2}')
  await user.keyboard('{Control>}a{/Control}Checkout{Enter}')
  expect(told).toContain('rename c2 Checkout')
  await user.click(await screen.findByText('Browse'))
  await user.keyboard('{F2}other{Escape}')
  expect(told.filter(line => line.startsWith('rename'))).toEqual(['rename c2 Checkout'])
})

test('Ctrl-C and Ctrl-V copy a node beside itself or into a folder', async () => {
  const { told, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Control>}c{/Control}')
  expect(await screen.findByText(/copied/i)).toBeTruthy()
  await user.keyboard('{Control>}v{/Control}')
  await user.click(screen.getByText('Bank'))
  await user.keyboard('{Control>}v{/Control}')
  expect(told.filter(line => line.startsWith('copy'))).toEqual(['copy c2 to f1', 'copy c2 to f2'])
})

test('Delete asks for what is chosen, never for the root', async () => {
  const { told, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Delete}')
  await user.click(screen.getByText('Everything'))
  await user.keyboard('{Delete}')
  expect(told.filter(line => line.startsWith('delete'))).toEqual(['delete c2'])
})

test('who may not edit can do nothing but look', async () => {
  const { told, user } = await start(false)
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{F2}{Delete}{Control>}c{/Control}{Control>}v{/Control}')
  expect(told).toEqual(['open c2'])
})
