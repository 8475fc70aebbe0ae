/** When a number input of a task set commits what was typed. */
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draw } from '../../../test-page.tsx'
import { LateNumber, type LateNumberProps } from './late-number.tsx'

async function open(over: Partial<LateNumberProps> = {}) {
  const onCommit = vi.fn<LateNumberProps['onCommit']>()
  const props = { label: 'Users', value: 5, min: 1, max: 100, onCommit, ...over }
  const { user } = await draw(<LateNumber {...props} />)
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Users' })
  const type = async (text: string, end: string) => {
    await user.clear(input)
    if (text !== '') await user.type(input, text)
    if (end === '') await user.tab()
    else await user.keyboard(end)
  }
  return { onCommit, input, type }
}

test.each(['', '{Enter}'])(
  'a typed number is committed once, on leaving the field or with Enter (%j)',
  async end => {
    const { onCommit, type } = await open()
    await type('42', end)
    expect(onCommit.mock.calls).toEqual([[42]])
  },
)

test('the same number is not committed', async () => {
  const { onCommit, type } = await open()
  await type('5', '')
  expect(onCommit).not.toHaveBeenCalled()
})

test('a field that may not be empty gets its number back', async () => {
  const { onCommit, input, type } = await open()
  await type('', '')
  expect(onCommit).not.toHaveBeenCalled()
  expect(input.value).toBe('5')
})

test('a field with a text for the empty state commits null', async () => {
  const { onCommit, type } = await open({ placeholder: 'unlimited' })
  await type('', '')
  expect(onCommit.mock.calls).toEqual([[null]])
})
