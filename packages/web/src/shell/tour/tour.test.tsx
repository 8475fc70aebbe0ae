import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { links } from '../../lib/navigation/links.ts'
import { startTour } from '../../lib/tour.ts'
import { draw, serve } from '../../test-page.tsx'
import { TourHost } from './tour-host.tsx'
import { targetOf } from './tour-targets.ts'

async function open(isDue: boolean, address: string = links.home) {
  const sent = await serve({ 'tour/get': { isDue }, 'tour/leave': {} })
  const drawn = await draw(
    <>
      <button type="button">before</button>
      <TourHost />
    </>,
    { address },
  )
  return { ...drawn, calls: () => sent.map(({ call }) => call) }
}
const step = (title: string) => screen.findByText(title, { selector: '.ant-tour-title' })
const isGone = () => waitFor(() => expect(document.querySelector('.ant-tour-title')).toBeNull())

test('a new account is led through four steps, and the last one ends the tour', async () => {
  const { user, calls } = await open(true)
  await step('Create a component')
  expect(screen.getByRole('status').textContent).toMatch(
    /^Step 1 of 4 Create a component\. A component describes/,
  )
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await step('Debug the component')
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  await step('Create a component')
  for (const title of ['Debug the component', 'Create a scenario and run it', 'View the report']) {
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await step(title)
  }
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Finish' }))
  await isGone()
  expect(calls()).toEqual(['tour/get', 'tour/leave'])
})

test.each([
  ['Esc', '{Escape}'],
  ['skip', 'Skip'],
  ['the cross', 'Close'],
])('%s leaves the tour for good, and the focus goes back', async (_how, key) => {
  const { user, calls } = await open(false)
  screen.getByRole('button', { name: 'before' }).focus()
  startTour()
  await step('Create a component')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Next'))
  if (key.startsWith('{')) await user.keyboard(key)
  else await user.click(screen.getByRole('button', { name: key }))
  await isGone()
  expect(calls()).toEqual(['tour/get', 'tour/leave'])
  expect(document.activeElement?.textContent).toBe('before')
})

test('an account that has left the tour is not offered it again, but can start it', async () => {
  const { calls } = await open(false)
  await waitFor(() => expect(calls()).toEqual(['tour/get']))
  expect(document.querySelector('.ant-tour')).toBeNull()
  startTour()
  await step('Create a component')
})

test('it begins on the home page only, and goes on over pages', async () => {
  const { router, calls } = await open(true, links.components)
  expect(calls()).toEqual([])
  await router.navigate(links.home)
  await step('Create a component')
  await router.navigate(links.scenarios)
  await step('Create a component')
})

test('without an answer there is no tour', async () => {
  const sent = await serve({ 'tour/get': { status: 500, code: 'X', message: 'away' } })
  await draw(<TourHost />, { address: links.home })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(document.querySelector('.ant-tour')).toBeNull()
})

test('a step points at the first of its elements that is shown', () => {
  document.body.innerHTML = '<a class="hidden"></a><a class="shown"></a>'
  const [hidden, shown] = document.querySelectorAll('a')
  vi.spyOn(hidden as HTMLElement, 'getClientRects').mockReturnValue([] as unknown as DOMRectList)
  vi.spyOn(shown as HTMLElement, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
  expect(targetOf(['.absent', '.hidden', '.shown'])).toBe(shown)
  expect(targetOf(['.absent', '.hidden'])).toBeNull()
  document.body.innerHTML = ''
})
