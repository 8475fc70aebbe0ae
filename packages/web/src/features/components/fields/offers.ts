/** All completions of `${…}` in a component: its variables, parameters, extracted values and the tool functions; pure. */
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { variablesOf } from '@pone/plan/component/variables.ts'
import { type ToolFunction, toolFunctions } from '@pone/plan/functions/functions.ts'
import type { Language, Translate } from '../../../lib/i18n.ts'
import { stepTitle } from '../model/step-summary.ts'
import { findStep } from '../model/step-tree.ts'
import type { Offer } from '../model/template-completion.ts'

/** Completions in display order: names of the component first, then functions; each name once. */
export function offersOf(document: ComponentDocument, t: Translate, language: Language): Offer[] {
  const variables = new Map<string, string>()
  const add = (name: string, detail: string) => {
    if (name !== '' && !variables.has(name)) variables.set(name, detail)
  }
  const firstValues = new Map(document.variables.map(variable => [variable.name, variable.value]))
  for (const { name, origin, stepId } of variablesOf(document)) {
    const step = stepId === null ? undefined : findStep(document.steps, stepId)
    if (origin === 'variable')
      add(name, t('component.offer.variable', { value: (firstValues.get(name) ?? '').slice(0, 40) }))
    else if (step) add(name, t(`component.offer.${origin}`, { step: stepTitle(step, language) }))
    else add(name, t('component.offer.parameter'))
  }
  const functions = Object.entries<ToolFunction>(toolFunctions).map(
    ([name, { args, description }]): Offer => ({
      kind: 'function',
      name,
      detail: description[language],
      insert: args.length === 0 ? `${name}()` : `${name}(|)`,
    }),
  )
  return [
    ...Array.from(variables, ([name, detail]): Offer => ({ kind: 'variable', name, detail, insert: name })),
    ...functions,
  ]
}
