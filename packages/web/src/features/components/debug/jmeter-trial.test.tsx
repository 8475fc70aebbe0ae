import { screen, waitFor } from '@testing-library/react'
import { type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { JmeterTrial } from './jmeter-trial.tsx'
import { bought, ended, exchange } from './test-dock.tsx'

const trial = (reported: string[], isOff = false) => (
  <JmeterTrial
    componentId="k1"
    isOff={isOff}
    withPlan={use => {
      reported.push('plan')
      use(new File(['<plan/>'], 'plan.jmx'))
    }}
  >
    {({ button, dock: results, run }: { button: ReactNode; dock: ReactNode; run: (plan: File) => void }) => (
      <>
        {button}
        <button type="button" onClick={() => run(new File(['<other/>'], 'other.jmx'))}>
          Other plan
        </button>
        {results}
      </>
    )}
  </JmeterTrial>
)

test('a plan is run, its events are fetched from where the last ones ended, and it is stopped', async () => {
  let isStopped = false
  const asked: string[] = []
  const sent = await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': ({ from }: { from: string }) => {
      asked.push(from)
      const events = [exchange(), bought, ...(isStopped ? [ended('stopped')] : [])]
      return { events: events.slice(Number(from)), isEnded: isStopped }
    },
    'component/stopDebug': () => {
      isStopped = true
      return null
    },
  })
  const reported: string[] = []
  const { user } = await draw(trial(reported))
  expect(document.querySelector('.cd-dock')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Run/ }))
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(screen.getByRole('status').textContent).toContain('Running')
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  await user.click(screen.getByRole('button', { name: /Stop/ }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Stopped'))
  expect(screen.getAllByRole('option')).toHaveLength(2)
  expect(reported).toEqual(['plan'])
  expect(sent.filter(({ call }) => call !== 'component/debugEvents').map(({ call }) => call)).toEqual([
    'jmeterComponent/startTrial',
    'component/stopDebug',
  ])
  expect(sent.find(({ call }) => call === 'component/stopDebug')?.fields).toMatchObject({
    projectId: 'p1',
    debugId: 'd1',
  })
  expect(new Set(asked)).toEqual(new Set(['0', '2']))
  await user.click(screen.getByRole('button', { name: /Clear$/ }))
  expect(document.querySelector('.cd-dock')).toBeNull()
})

test('an execution that cannot be started shows the reason', async () => {
  await serve({
    'jmeterComponent/startTrial': { status: 500, code: 'NoMachine', message: 'No load machine is free' },
  })
  const { user } = await draw(trial([]))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Failed · No load machine is free')).toBeTruthy()
})

test('an execution that no longer exists on the server ends', async () => {
  await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': { status: 500, code: 'NotFound', message: 'It is gone' },
  })
  const { user } = await draw(trial([]))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  expect(await screen.findByText('Failed · It is gone')).toBeTruthy()
})

test('an execution whose end event is missing ends as well', async () => {
  await serve({
    'jmeterComponent/startTrial': { debugId: 'd1' },
    'component/debugEvents': { events: [], isEnded: true },
  })
  const { user } = await draw(trial([]))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  expect(await screen.findByText(/^Failed/)).toBeTruthy()
})

test('without the right to run there is neither button nor run', async () => {
  const sent = await serve({})
  const { user } = await draw(trial([], true))
  await user.click(screen.getByRole('button', { name: 'Other plan' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('button', { name: /Run/ })).toBeNull()
  expect(sent).toEqual([])
})
