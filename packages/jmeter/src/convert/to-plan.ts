/** A component of PR → a JMeter plan with one thread group, and a list of what could not be converted. */

import type { ScenarioPart } from '@pone/plan/code/shorten.ts'
import type { ComponentDocument } from '@pone/plan/component/component.ts'
import { type ElementContent, elementXml } from '../elements/default-xml.ts'
import { elementById } from '../elements/registry.ts'
import { shiftIndent } from '../jmx/indent.ts'
import { readPlan } from '../jmx/plan.ts'
import { jmxProblemText } from '../jmx/problem.ts'
import { jmeterText } from './component-text.ts'
import { addDifferences } from './differences.ts'
import { type Left, LeftList } from './left.ts'
import { parametersXml } from './parameters-xml.ts'
import type { PlanWriter } from './plan-writer.ts'
import { withLoad } from './scenario-load.ts'
import { settingsXml } from './settings-xml.ts'
import { stepXml } from './step-xml.ts'
import { tcpUses } from './tcp/connection-uses.ts'

/** Knowledge besides the component. */
export interface PlanContext {
  /** Names of the project's files by their ids. */
  readonly fileNames?: ReadonlyMap<string, string>
  /** Load and rules beside the component in its file; the load replaces that of the thread group. */
  readonly scenario?: ScenarioPart
}

/** The text of the plan, which toComponents converts back to the same component, except for the reported parts. */
export function toPlan(
  name: string,
  document: ComponentDocument,
  { fileNames = new Map(), scenario = {} }: PlanContext = {},
): { readonly text: string; readonly left: readonly Left[] } {
  const left = new LeftList()
  const writer: PlanWriter = {
    left,
    tcp: tcpUses(document.steps),
    text: (step, template) =>
      jmeterText(template, called =>
        left.add({ key: step.id, testname: step.name }, 'function', { name: called }),
      ),
    element,
  }
  const component = { id: '', name }
  const group = element('ThreadGroupGui', name, { values: threadGroupValues(document) }, [
    ...settingsXml(document, component, writer),
    ...parametersXml(document, writer, fileNames),
    ...document.steps.flatMap(step => stepXml(step, document, writer)),
  ])
  const plan = element('TestPlanGui', name, {}, [group])
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3">\n  <hashTree>\n    ${shiftIndent(plan, '    ', '\n')}\n  </hashTree>\n</jmeterTestPlan>\n`
  const written = readPlan(text)
  if (!written.ok) {
    // Larger than the limit for JMeter plans: it cannot be compared.
    left.add({ key: '', testname: name }, 'tooLong', { name: jmxProblemText(written.problem).en })
    return { text, left: left.items }
  }
  addDifferences({ name, document, plan: written.plan, fileNames }, left)
  return { text: withLoad(written.plan, { name, scenario }, left), left: left.items }
}

function threadGroupValues({ threadGroup, settings }: ComponentDocument): Record<string, string> {
  const isScheduled = threadGroup.durationSeconds > 0 || threadGroup.startDelaySeconds > 0
  return {
    'ThreadGroup.on_sample_error': settings.continueOnError ? 'continue' : 'startnextloop',
    'ThreadGroup.num_threads': String(threadGroup.threads),
    'ThreadGroup.ramp_time': String(Math.ceil(threadGroup.rampUpSeconds)),
    'ThreadGroup.same_user_on_next_iteration': String(threadGroup.reuseThreads),
    'LoopController.loops': threadGroup.loops === 0 ? '-1' : String(threadGroup.loops),
    'ThreadGroup.scheduler': String(isScheduled),
    'ThreadGroup.duration': isScheduled ? String(Math.ceil(threadGroup.durationSeconds) || 31_536_000) : '',
    'ThreadGroup.delay': isScheduled ? String(Math.ceil(threadGroup.startDelaySeconds)) : '',
  }
}

function element(
  id: string,
  name: string,
  content: ElementContent = {},
  below: readonly string[] = [],
): string {
  const definition = elementById(id)
  if (definition === undefined) throw new Error(`the registry has no ${id}`)
  const own = elementXml(definition, name, content)
  if (below.length === 0) return `${own}\n<hashTree/>`
  return `${own}\n<hashTree>${below.map(each => `\n  ${shiftIndent(each, '  ', '\n')}`).join('')}\n</hashTree>`
}
