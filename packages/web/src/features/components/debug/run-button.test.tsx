import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type DebugRun, startingRun } from '../exchange/debug-model.ts'
import { drawInEditor } from '../test-editor.tsx'
import { RunButton, type RunOptions } from './run-button.tsx'
import { ended, runOf } from './test-dock.tsx'

const group = {
  threads: 3,
  rampUpSeconds: 10,
  loops: 5,
  durationSeconds: 0,
  startDelaySeconds: 0,
  reuseThreads: true,
}

async function openButton(run: DebugRun | null, first: RunOptions, threadGroup = group) {
  const reported: string[] = []
  function Button() {
    const [options, setOptions] = useState(first)
    return (
      <RunButton
        run={run}
        options={options}
        threadGroup={threadGroup}
        onOptions={next => {
          reported.push(JSON.stringify(next))
          setOptions(next)
        }}
        onRun={() => void reported.push('run')}
        onStop={() => void reported.push('stop')}
      />
    )
  }
  const drawn = await drawInEditor(<Button />)
  return { ...drawn, reported }
}

const given = { load: 'given', users: 1, loops: 1 } as const

test.each([
  [given, 'Run standalone'],
  [{ ...given, users: 2 }, 'Run standalone 2 × 1'],
  [{ ...given, loops: 2 }, 'Run standalone 1 × 2'],
  [{ ...given, load: 'threadGroup' as const }, 'Run standalone 3 × 5'],
])('with %j the label of the button is %s', async (options, text) => {
  const { user, reported } = await openButton(null, options)
  const [button] = screen.getAllByRole('button')
  expect(button?.textContent).toBe(text)
  await user.click(button as HTMLElement)
  expect(reported).toEqual(['run'])
})

test('a run in progress is stopped once the server has confirmed it', async () => {
  const { user, reported, unmount } = await openButton(runOf(), given)
  await user.click(screen.getByRole('button', { name: /Stop/ }))
  expect(reported).toEqual(['stop'])
  unmount()
  const starting = await openButton(startingRun(), given)
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  starting.unmount()
  const stopping = await openButton({ ...runOf(), state: 'stopping' }, given)
  expect(screen.getByRole('button').className).toContain('ant-btn-loading')
  stopping.unmount()
  await openButton(runOf(ended('finished')), given)
  expect(screen.queryByRole('button', { name: /Stop/ })).toBeNull()
})

test('options of the run are users and loops, or those of the thread group', async () => {
  const { user, reported } = await openButton(null, given)
  await user.click(screen.getByRole('button', { name: 'Run options' }))
  const options = () => outline(document.querySelector('.cd-run-options') ?? document.body)
  expect(options()).toMatchInlineSnapshot(`
    "radiogroup "Run options"
      radio "Number of users and loops" [checked]
      Number of users and loops
      radio "As defined by the thread group"
      As defined by the thread group
    Users
    spinbutton "Users" = "1" [valuenow=1]
    button "Increase Value"
    button "Decrease Value" [disabled]
    Loops per user
    spinbutton "Loops per user" = "1" [valuenow=1]
    button "Increase Value"
    button "Decrease Value" [disabled]
    Standalone execution is used for debugging. Results are not saved."
  `)
  const users = screen.getByRole('spinbutton', { name: 'Users' })
  await user.type(users, '{Backspace}3')
  fireEvent.blur(users)
  expect(JSON.parse(reported.at(-1) ?? '{}')).toEqual({ load: 'given', users: 3, loops: 1 })
  await user.click(screen.getByRole('radio', { name: 'As defined by the thread group' }))
  expect(JSON.parse(reported.at(-1) ?? '{}')).toEqual({ load: 'threadGroup', users: 3, loops: 1 })
  expect(options()).toMatchInlineSnapshot(`
    "radiogroup "Run options"
      radio "Number of users and loops"
      Number of users and loops
      radio "As defined by the thread group" [checked]
      As defined by the thread group
    Threads: 3, started within 10 s, loops: 5. Start delay and duration also apply.
    Standalone execution is used for debugging. Results are not saved."
  `)
  await user.click(screen.getByRole('radio', { name: /Number of users/ }))
  expect(JSON.parse(reported.at(-1) ?? '{}')).toMatchObject({ load: 'given' })
})

test.each([
  ['one loop too many', { loops: 1_000_000 }, true],
  ['one user too many', { threads: 1_000_000 }, true],
  ['no end', { loops: 0 }, true],
  ['few', {}, false],
])('a thread group with %s shows the limits: %j', async (_, changes, isShown) => {
  const { user } = await openButton(null, { ...given, load: 'threadGroup' }, { ...group, ...changes })
  await user.click(screen.getByRole('button', { name: 'Run options' }))
  const text = document.querySelector('.cd-run-options')?.textContent ?? ''
  expect(text.includes('Limits of a standalone execution')).toBe(isShown)
  expect(text.includes('forever') || text.includes('Forever')).toBe('loops' in changes && changes.loops === 0)
})

// Following an execution
