/** The page of a trace: its spans, services and the selected span; what is missing, and why it is not there. */
import type { Trace } from '@pone/contract/entities/trace.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { idOf } from '../../../test-runs.ts'
import { traceOf } from '../test-trace.ts'
import { barOf } from './span-bar.ts'
import { TracePage } from './trace-page.tsx'

const traceId = 'a'.repeat(32)
const open = async (answer: object, query = '', canEdit = true, traceAddress = '') => {
  const console = { address: '', traceAddress, updatedBy: 'li', updatedAt: 0 }
  const sent = await serve({ 'trace/read': answer, 'tracingConsole/get': console })
  const accessList = canEdit ? (['run.view', 'project.edit'] as const) : (['run.view'] as const)
  const session = { projectId: idOf(9), accessList: [...accessList], language: 'en' as const }
  return { ...(await draw(<TracePage traceId={traceId} />, { address: `/?${query}`, session })), sent }
}
const show = (given: Partial<Trace> = {}, query = '') =>
  open({ state: 'found', trace: traceOf(given) }, query)
const facts = () =>
  [...document.querySelectorAll('.fact-list')]
    .flatMap(list => [...list.querySelectorAll('div')])
    .map(each => `${each.querySelector('dt')?.textContent}: ${each.querySelector('dd')?.textContent}`)

test('spans stand below each other with their times, and services say what of the length is theirs', async () => {
  await show()
  const list = await screen.findByRole('listbox', { name: 'Spans in time' })
  expect(
    within(list)
      .getAllByRole('option')
      .map(each => each.textContent),
  ).toEqual([' shop POST /orders100 ms30 ms', ' stock select70 ms70 ms', ' shop log5 ms–'])
  expect(within(list).getByRole('img', { name: 'Error' })).toBeTruthy()
  const services = screen.getByRole('region', { name: 'Services' })
  expect(
    within(services)
      .getAllByRole('row')
      .slice(1)
      .map(each => each.textContent),
  ).toEqual(['stock1170 ms70 ms · 70 %', 'shop2035 ms30 ms · 30 %'])
})

test('what the load machine measured stands beside the spans, with the time outside of them', async () => {
  await show({}, 'ms=130')
  await screen.findByRole('listbox')
  expect(facts()).toEqual(
    expect.arrayContaining(['Response time at the load machine: 130 ms', 'Time outside the spans: 30 ms']),
  )
})

test('a span is selected by click and by keys, and shows its tags and events', async () => {
  const { user } = await show()
  const list = await screen.findByRole('listbox')
  await user.click(within(list).getByText('select'))
  const detail = screen.getByRole('region', { name: 'stock · select' })
  expect(within(detail).getByText('select 1')).toBeTruthy()
  expect(within(detail).getByText('exception: locked')).toBeTruthy()
  list.focus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('region', { name: 'shop · log' })).toBeTruthy()
  expect(screen.getByText('No tags')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: /·/ })).toBeNull()
})

test('a trace that is incomplete, cut or of clocks that differ says so', async () => {
  await show({ missingParents: 2, omittedSpans: 10, earlySpans: 3 })
  const alerts = (await screen.findAllByRole('alert')).map(each => each.textContent)
  expect(alerts).toEqual([
    expect.stringContaining('2 parent spans are not in the tracing system'),
    expect.stringContaining('The other 10 are not shown'),
    expect.stringContaining('3 spans begin before their parent'),
  ])
})

test('a trace that may still arrive is told apart from one that is not there', async () => {
  await open({ state: 'notFound' }, `at=${Date.now()}`)
  expect(await screen.findByText('The tracing system does not have the trace yet')).toBeTruthy()
})

test('of a trace that is not there the possible causes are told, and it can be asked for again', async () => {
  const { user, sent } = await open({ state: 'notFound' }, 'at=1000')
  expect(await screen.findByText(/Possible causes/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  expect(sent.filter(({ call }) => call === 'trace/read')).toHaveLength(2)
})

test('why it cannot be read is told', async () => {
  await open({ state: 'failed', cause: toldCause('traceTimedOut', { seconds: 10 }) })
  expect(await screen.findByText(/did not respond within 10 s/)).toBeTruthy()
})

test('without a system who may edit the project is led to its form, others are told whom to ask', async () => {
  await open({ state: 'unset' })
  const link = await screen.findByRole('link', { name: 'Set the tracing system' })
  expect(link.getAttribute('href')).toBe('/pone/atf/projects/skywalking')
})

test('without a system others are told whom to ask', async () => {
  await open({ state: 'unset' }, '', false)
  expect(await screen.findByText(/Ask a project manager/)).toBeTruthy()
})

test('the trace opens in the console too, where its address is set', async () => {
  await open({ state: 'unset' }, '', true, 'https://jaeger.example.com/trace/{traceId}')
  const link = await screen.findByRole('link', { name: /Open in the tracing console/ })
  expect(link.getAttribute('href')).toBe(`https://jaeger.example.com/trace/${traceId}`)
})

test('bars stand where spans are in time', () => {
  expect(barOf({ startMs: 20, durationMs: 50 }, 100)).toEqual({ leftPercent: 20, widthPercent: 50 })
  expect(barOf({ startMs: 0, durationMs: 0 }, 0)).toEqual({ leftPercent: 0, widthPercent: 100 })
})
