import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { draw } from '../test-page.tsx'
import { tellSelectValues } from './select-value.ts'

const options = ['GET', 'POST'].map(value => ({ value, label: `method ${value}` }))

function Page() {
  useEffect(() => tellSelectValues(document), [])
  const [value, setValue] = useState<string | null>('GET')
  return (
    <>
      <Select aria-label="Method" value={value} options={options} />
      <Select aria-label="None" placeholder="choose" options={options} />
      <Select aria-label="Many" mode="multiple" value={['GET', 'POST']} options={options} />
      <button type="button" onClick={() => setValue(value === 'GET' ? 'POST' : null)}>
        change
      </button>
    </>
  )
}

const field = (name: string) => screen.getByRole('combobox', { name })

test('a focused drop-down is described by what it shows, also after a change', async () => {
  await draw(<Page />)
  field('Method').focus()
  expect(field('Method').getAttribute('aria-description')).toBe('method GET')
  fireEvent.click(screen.getByRole('button', { name: 'change' }))
  await waitFor(() => expect(field('Method').getAttribute('aria-description')).toBe('method POST'))
  fireEvent.click(screen.getByRole('button', { name: 'change' }))
  await waitFor(() => expect(field('Method').hasAttribute('aria-description')).toBe(false))
})

test('all that is chosen is told, and a placeholder is no value', async () => {
  await draw(<Page />)
  field('Many').focus()
  expect(field('Many').getAttribute('aria-description')).toBe('method GET, method POST')
  field('None').focus()
  expect(field('None').hasAttribute('aria-description')).toBe(false)
})
