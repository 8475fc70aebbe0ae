import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../../test-page.tsx'
import { ChartFileNames } from '../../../../ui/chart/chart-files.ts'
import { chartNames } from '../../figures/chart-names.ts'
import { PrintFrame } from './print-frame.tsx'

const run = { scenarioName: 'Black "Friday"', number: 23, startedAt: new Date(2026, 10, 23, 9).getTime() }
const part = { fromMs: 10_000, toMs: 30_500 }

test('sheets carry scenario, number, part and day, and the PDF their name while it is printed', async () => {
  document.title = 'Pone'
  const { container, unmount } = await draw(
    <ChartFileNames value={chartNames(run, part)}>
      <PrintFrame content={{ run, ...part }} />
    </ChartFileNames>,
  )
  expect(container.querySelector('style')?.textContent).toContain(
    String.raw`"Black \22 Friday\22  · #23 · Report · 0:10 – 0:30.5 · 2026-11-23"`,
  )
  fireEvent(window, new Event('beforeprint'))
  expect(document.title).toBe('Black -Friday--23-Report-10s-30.5s-2026-11-23')
  fireEvent(window, new Event('afterprint'))
  expect(document.title).toBe('Pone')
  unmount()
  fireEvent(window, new Event('beforeprint'))
  expect(document.title).toBe('Pone')
})
