/** A long list of lines of different heights draws only those in view, and keeps its end in view if asked. */
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { draw } from '../../test-page.tsx'
import { MeasuredLines } from './measured-lines.tsx'

/** Every tenth line is wrapped. */
const texts = Array.from({ length: 3_000 }, (_, at) => (at % 10 === 0 ? 'wrapped' : `line ${at}`))
const heightOf = (text: string) => (text === 'wrapped' ? 60 : 20)

function Log({ isFollowing = false }: { readonly isFollowing?: boolean }) {
  return (
    <MeasuredLines
      role="log"
      texts={texts}
      estimatePx={20}
      isFollowing={isFollowing}
      line={index => <p data-index={index}>{texts[index]}</p>}
    />
  )
}

/** Where the drawn lines begin, their indexes, and the height of the whole list, CSS px. */
function drawn() {
  const parts = [...screen.getByRole('log').children]
  const px = (part: Element) =>
    part instanceof HTMLElement && part.style.height !== ''
      ? Number.parseFloat(part.style.height)
      : heightOf(part.textContent)
  const first = parts.findIndex(part => part.tagName === 'P')
  return {
    abovePx: parts.slice(0, first).reduce((sum, part) => sum + px(part), 0),
    indexes: parts.flatMap(part => (part.tagName === 'P' ? [Number(part.getAttribute('data-index'))] : [])),
    totalPx: parts.reduce((sum, part) => sum + px(part), 0),
  }
}

function measureByText() {
  const spy = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function measure(
    this: HTMLElement,
  ) {
    return new DOMRect(0, 0, 300, heightOf(this.textContent))
  })
  onTestFinished(() => spy.mockRestore())
}

test('a scrolled list draws the lines in view where their heights put them', async () => {
  measureByText()
  await draw(<Log />)
  expect(drawn().indexes[0]).toBe(0)
  expect(drawn().indexes.length).toBeLessThan(60)
  // Every wrapped line has the same text, so one that was measured tells the height of all: 2,700 × 20 + 300 × 60.
  expect(drawn().totalPx).toBe(72_000)
  const box = screen.getByRole('log')
  await act(async () => {
    box.scrollTop = 36_000
    fireEvent.scroll(box)
  })
  const { abovePx, indexes, totalPx } = drawn()
  expect(totalPx).toBe(72_000)
  // Half of the list is line 1,500; 12 more are drawn above it.
  expect(indexes[0]).toBe(1_488)
  expect(abovePx).toBe(texts.slice(0, 1_488).reduce((sum, text) => sum + heightOf(text), 0))
})

test('a list that follows its end is scrolled to it', async () => {
  measureByText()
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(72_000)
  onTestFinished(() => height.mockRestore())
  await draw(<Log isFollowing />)
  expect(screen.getByRole('log').scrollTop).toBe(72_000)
})
