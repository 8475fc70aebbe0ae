import { expect, test, vi } from 'vitest'
import { readRecording } from './read-recording.ts'

test('the body of a response is parsed once, for its values and for what is kept of it', async () => {
  const body = JSON.stringify({ token: 'Zk3v9QpL27xTw0Rb', lines: [{ id: 1 }] })
  const entry = (url: string, text: string) => ({
    request: { method: 'GET', url: `http://shop.example${url}`, headers: [] },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text } },
  })
  // Joined values were looked for in all responses again.
  const entries = [entry('/cart', body), entry('/pay?item=ab12cd34-ef56gh78', '[]')]
  const bytes = new TextEncoder().encode(JSON.stringify({ log: { entries } }))
  const parse = vi.spyOn(JSON, 'parse')
  const recording = await readRecording(
    (async function* () {
      yield bytes
    })(),
  )
  expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(1)
  parse.mockRestore()
  expect(recording?.exchanges[0]?.response?.answer?.parts).toEqual(['token', 'lines', 'lines[].id'])
})
