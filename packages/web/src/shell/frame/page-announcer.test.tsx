import { screen, waitFor } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw } from '../../test-page.tsx'
import { PageAnnouncer } from './page-announcer.tsx'

test('a page that was just loaded keeps the focus at its start, a navigation moves it to the heading', async () => {
  const { user } = await draw(
    <>
      <PageAnnouncer />
      <Link to="/hosts">To the hosts</Link>
      <main>
        <Routes>
          <Route path="/hosts" element={<h1>Hosts</h1>} />
          <Route path="*" element={<h1>Home</h1>} />
        </Routes>
      </main>
    </>,
  )
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Home'))
  expect(document.activeElement).toBe(document.body)
  await user.click(screen.getByRole('link', { name: 'To the hosts' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hosts' })))
})
