import { screen } from '@testing-library/react'
import { Button, Collapse } from 'antd'
import { expect, test } from 'vitest'
import { draw } from './test-page.tsx'

test('of the styles of antd only what decides whether something is visible and can be clicked is applied', async () => {
  await draw(<Button disabled>Save</Button>)
  const style = getComputedStyle(screen.getByRole('button', { name: 'Save' }))
  expect(style.display).toBe('inline-flex')
  expect(style.userSelect).toBe('none')
  const css = [...document.querySelectorAll('style')].map(each => each.textContent).join('\n')
  expect(css).not.toMatch(/[;{](padding|border-radius|transition|animation-name):/)
})

test('what a style of antd hides is not found by its role', async () => {
  const inside = { key: 'a', label: 'Options', children: <Button>Inside</Button>, forceRender: true }
  await draw(<Collapse items={[inside]} />)
  expect(screen.queryByRole('button', { name: 'Inside' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Inside', hidden: true })).toBeTruthy()
})
