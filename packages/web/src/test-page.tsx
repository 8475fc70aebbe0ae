/** Renders parts of the interface in a DOM for tests: providers as in the product, and a real HTTP server that returns the answers of a test. */
import nodeConsole from 'node:console'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiBase } from '@pone/contract/envelope.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { queryClient } from './lib/query.ts'
import { initialSession, type SessionValues, session } from './lib/session/session.ts'
import { texts } from './lib/texts.ts'
import { happyWindow } from './test-happy-window.ts'
import { TestStyles } from './test-styles.tsx'
import { NoticeHost } from './ui/page/notice-host.tsx'
import { AntdTheme } from './ui/theme/antd-theme.tsx'

/**
 * The window prints a request that the page has cancelled, such as that of a search whose text has changed, as an error
 * of the network. It prints to the console of Node, which is not the one of the test runner.
 */
const printError = nodeConsole.error.bind(nodeConsole)
nodeConsole.error = (...parts: unknown[]) => {
  const [cause] = parts
  const isCancelled = cause instanceof Error && 'code' in cause && cause.message === 'socket hang up'
  if (!isCancelled) printError(...parts)
}

export interface Sent {
  /** Path of the call below the base, without the leading slash. */
  readonly call: string
  readonly fields: Readonly<Record<string, string>>
}
/** Answers by call; a function receives the fields as sent, and may answer later. */
export type Answers = Readonly<Record<string, unknown>>

/** A server that answers calls as the test defines, and records the calls. Other calls are refused. */
export async function serve(answers: Answers): Promise<Sent[]> {
  const sent: Sent[] = []
  const server = createServer((request, response) => {
    const call = (request.url ?? '').replace(`${apiBase}/`, '').split('?')[0] ?? ''
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => {
      text += piece
    })
    const reply = async () => {
      const fields = Object.fromEntries(new URLSearchParams(text))
      sent.push({ call, fields })
      const answer = answers[call]
      const data: unknown = await (typeof answer === 'function' ? answer(fields) : answer)
      // Bytes are answered as a file.
      if (data instanceof Uint8Array) return response.setHeader('content-disposition', 'attachment').end(data)
      const refusal = { status: 500, code: 'UnknownCall', message: `no answer to ${call}` }
      // Data may have a status and a code of its own, e.g. a project; the status of an answer is a number.
      const isWhole =
        typeof data === 'object' && data !== null && 'status' in data && typeof data.status === 'number'
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(data === undefined ? refusal : isWhole ? data : { status: 200, data }))
    }
    request.on('end', () => void reply())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  happyWindow().setURL(`http://127.0.0.1:${port}/`)
  return sent
}

/** Renders an element as a page, after all its texts are loaded. */
export async function draw(
  element: ReactNode,
  options: { readonly address?: string; readonly session?: Partial<SessionValues> } = {},
) {
  session.set({ ...initialSession, language: 'en', projectId: 'p1', hasProject: true, ...options.session })
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [options.address ?? '/'] })
  await texts.show(session.get().language)
  const drawn = render(
    <QueryClientProvider client={queryClient}>
      <TestStyles>
        <AntdTheme>
          <App component={false}>
            <NoticeHost />
            <RouterProvider router={router} />
          </App>
        </AntdTheme>
      </TestStyles>
    </QueryClientProvider>,
  )
  // Router and lazy parts are rendered asynchronously.
  await act(async () => {})
  return { ...drawn, router, user: userEvent.setup() }
}
