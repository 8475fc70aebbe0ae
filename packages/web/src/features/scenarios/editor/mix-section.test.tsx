import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { MixSection } from './mix-section.tsx'

type Chosen = ScenarioDocument['productionMix']

async function drawSection(first: Chosen) {
  await serve({ 'productionMix/names': [{ id: idOf(1), name: 'Monday' }] })
  const changes: Chosen[] = []
  function Host() {
    const [productionMix, setMix] = useState(first)
    return (
      <MixSection
        document={{ productionMix }}
        isReadOnly={false}
        onChange={change => {
          changes.push(change.productionMix)
          setMix(change.productionMix)
        }}
      />
    )
  }
  return { ...(await draw(<Host />)), changes }
}

test('a mix is chosen, and where in it the run begins', async () => {
  const { user, changes } = await drawSection(null)
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByTitle('Monday'))
  const from = await screen.findByRole('spinbutton', { name: 'The run begins at this second of the mix' })
  await user.clear(from)
  await user.type(from, '90')
  expect([changes[0], changes.at(-1)]).toEqual([
    { id: idOf(1), fromSeconds: 0 },
    { id: idOf(1), fromSeconds: 90 },
  ])
})

test('a mix that is gone is named so, and can be taken away', async () => {
  const { user, changes } = await drawSection({ id: idOf(9), fromSeconds: 0 })
  await screen.findByText('A deleted mix')
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByTitle('No comparison'))
  expect(changes).toEqual([null])
})
