import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../test-page.tsx'
import { useScheme } from '../theme/use-scheme.ts'
import { useIsPrinting } from './use-is-printing.ts'

function Shown({ name }: { readonly name: string }) {
  return (
    <p>
      {name} {useIsPrinting() ? 'on paper' : 'on screen'} {useScheme()}
    </p>
  )
}

test('all parts of a page are light and made for paper from the announcement of the print until its end', async () => {
  await draw(
    <>
      <Shown name="first" />
      <Shown name="second" />
    </>,
  )
  const before = screen.getByText(/^first on screen/).textContent
  fireEvent(window, new Event('beforeprint'))
  for (const name of ['first', 'second']) screen.getByText(`${name} on paper light`)
  fireEvent(window, new Event('afterprint'))
  expect(screen.getByText(/^first on screen/).textContent).toBe(before)
  screen.getByText(/^second on screen/)
})
