/** The id of a trace leads to its spans, to the console, to both, or nowhere. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../test-page.tsx'
import { TraceLink } from './trace-link.tsx'

const traceId = 'a'.repeat(32)
const spans = `/pone/atf/projects/traceMonitor?trace=${traceId}&ms=812.4&at=1700000000000`
const open = async (hasSystem: boolean, traceAddress: string) => {
  await serve({
    'trace/system': hasSystem ? { kind: 'zipkin' } : null,
    'tracingConsole/get': { address: '', traceAddress, updatedBy: 'li', updatedAt: 0 },
  })
  await draw(<TraceLink traceId={traceId} durationMs={812.4} at={1_700_000_000_000} />)
}
const links = async (count: number) => {
  const found = await screen.findAllByRole('link')
  expect(found).toHaveLength(count)
  return found.map(link => link.getAttribute('href'))
}

test('with a tracing system it leads to the spans, with the response time of the request', async () => {
  await open(true, '')
  expect(await links(1)).toEqual([spans])
})

test('with a console too, a link of its own opens that', async () => {
  await open(true, 'https://jaeger.example.com/trace/{traceId}')
  const link = await screen.findByRole('link', { name: 'Open in the tracing console' })
  expect(link.getAttribute('href')).toBe(`https://jaeger.example.com/trace/${traceId}`)
  expect(await screen.findByRole('link', { name: traceId })).toBeTruthy()
})
