import type { StoredCorrelationRules } from '@pone/contract/entities/correlation-rules.ts'
import { type CorrelationRule, correlationRulesFile } from '@pone/schema/correlation-rules.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { type Answers, draw, serve } from '../../../test-page.tsx'
import { RulesDrawer } from './rules-drawer.tsx'
import { useCorrelationRules } from './use-correlation-rules.ts'

const rule = (fields: Partial<CorrelationRule> = {}): CorrelationRule => ({
  name: 'Ticket',
  enabled: true,
  variable: 'ticket',
  source: 'boundary',
  expression: 'ticket=',
  rightBoundary: ';',
  use: 'field',
  field: 'ticket',
  ...fields,
})
const stored: StoredCorrelationRules = {
  rules: [
    rule(),
    rule({ name: 'Page', source: 'regex', expression: 'page=(\\d+)', use: 'path', enabled: false }),
  ],
  disabledFrameworks: ['Rails'],
  revision: 4,
  updatedBy: 'wang',
  updatedAt: 1,
}

function Host({ onChanged }: { readonly onChanged: () => void }) {
  return <RulesDrawer state={useCorrelationRules()} onChanged={onChanged} onClose={() => undefined} />
}

async function open(more: Answers = {}, accessList: 'component.edit'[] = ['component.edit']) {
  const sent = await serve({
    'correlationRules/get': stored,
    'correlationRules/save': (fields: Readonly<Record<string, string>>) => ({
      ...stored,
      revision: 5,
      rules: JSON.parse(fields['rules'] ?? '[]') as unknown,
      disabledFrameworks: JSON.parse(fields['disabledFrameworks'] ?? '[]') as unknown,
    }),
    ...more,
  })
  const changes: string[] = []
  const drawn = await draw(<Host onChanged={() => void changes.push('changed')} />, {
    session: { accessList },
  })
  const saved = () => {
    const fields = sent.findLast(({ call }) => call === 'correlationRules/save')?.fields ?? {}
    return {
      rules: JSON.parse(fields['rules'] ?? 'null') as readonly CorrelationRule[] | null,
      disabledFrameworks: JSON.parse(fields['disabledFrameworks'] ?? 'null') as readonly string[] | null,
    }
  }
  return { ...drawn, changes, saved }
}

test('own rules are listed with where they find the value and who sends it', async () => {
  await open()
  expect(outline(await screen.findByRole('table', { name: 'Own rules' }))).toMatchInlineSnapshot(`
    "table "Own rules"
      row: columnheader "On" | columnheader "Name of the rule" | columnheader "Variable" | columnheader "Where the response has the value" | columnheader "Where requests send it" | columnheader "Actions"
      row: switch "Ticket" [checked] | Ticket | ticket | Boundaries; ticket= … ; | ticket | button "Edit: Ticket"; button "More actions: Ticket"
      row: switch "Page" | Page | ticket | Regular expression; page=(\\d+) | Path | button "Edit: Page"; button "More actions: Page""
  `)
})

test('a rule and the names of a framework are switched, and what was read is read anew', async () => {
  const { user, saved, changes } = await open()
  await user.click(await screen.findByRole('switch', { name: 'Page' }))
  await waitFor(() => expect(saved().rules?.map(({ enabled }) => enabled)).toEqual([true, true]))
  await waitFor(() => expect(changes).toHaveLength(1))
  await user.click(screen.getByRole('switch', { name: 'Rails' }))
  await waitFor(() => expect(saved().disabledFrameworks).toEqual([]))
  await waitFor(() => expect(changes).toHaveLength(2))
})

test('a rule is deleted after a question', async () => {
  const { user, saved } = await open()
  await user.click(await screen.findByRole('button', { name: 'More actions: Ticket' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(saved().rules?.map(({ name }) => name)).toEqual(['Page']))
})

test.each([
  ['Page', /^Regular expression/, 'true'],
  ['Ticket', /^Left boundary/, null],
])('the expression of %s is marked as required only where it is', async (name, label, isRequired) => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: `Edit: ${name}` }))
  const field = await screen.findByRole('textbox', { name: label })
  expect(field.getAttribute('aria-required')).toBe(isRequired)
})

test('a rule is not saved with an expression that cannot be used, or the name of another', async () => {
  const { user, saved } = await open()
  await user.click(await screen.findByRole('button', { name: 'Edit: Page' }))
  const title = await screen.findByText('Edit rule for dynamic values')
  const dialog = title.closest<HTMLElement>('[role=dialog]') ?? expect.fail('no dialog')
  const field = (name: RegExp) => within(dialog).getByRole('textbox', { name })
  const replace = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
  replace(/^Regular expression/, 'page=')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText(/a group has to mark the value/)
  replace(/^Regular expression/, 'page=(\\w+)')
  replace(/^Name/, 'Ticket')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('There is a rule of this name')
  expect(saved().rules).toBeNull()
  replace(/^Name/, 'Page of goods')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved().rules?.[1]).toEqual({
      ...stored.rules[1],
      name: 'Page of goods',
      // Fields that the kinds of this rule do not have.
      rightBoundary: '',
      field: '',
      expression: 'page=(\\w+)',
    }),
  )
})

test('rules of a file are added, and a file that has none is refused', async () => {
  const { saved, user } = await open()
  await screen.findByRole('button', { name: 'Import file' })
  const give = (text: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no input'),
      new File([text], 'rules.json', { type: 'application/json' }),
    )
  await give('{}')
  await screen.findByText(/^File rules.json is no export of such rules/)
  const rules = [rule({ field: 'other' }), rule({ name: 'Third' })]
  await give(correlationRulesFile({ rules, disabledFrameworks: [] }))
  await screen.findByText('Rules imported: 2; of these, 1 replaced rules of the same name')
  expect(saved()).toMatchObject({
    rules: [{ name: 'Ticket', field: 'other' }, { name: 'Page' }, { name: 'Third' }],
    disabledFrameworks: ['Rails'],
  })
})

test('who may not edit components sees the rules and changes none', async () => {
  await open({}, [])
  const box = await screen.findByRole('switch', { name: 'Ticket' })
  expect(box.hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit: Ticket' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Export file' })).toBeTruthy()
})
