/** Puts the gate into a plan: a variable of the test plan that JMeter cannot read before the run's start. */
import { addProperty } from '../jmx/edit-properties.ts'
import { type JmxPlan, readPlan } from '../jmx/plan.ts'
import { findProperty } from '../jmx/property.ts'
import { encodeContent } from '../jmx/xml-text.ts'
import { gateValue, gateVariable } from '../process/gate.ts'

const variables = 'TestPlan.user_defined_variables'
const list = 'Arguments.arguments'

/** The plan's text with the gate in front, which lies beside it under that name. @throws Error with a sentence for people when it has no test plan */
export function gatedPlan(text: string, gateName: string): string {
  const read = readPlan(text)
  if (!read.ok) throw new Error(`the plan cannot be read: ${read.problem.code}`)
  const testPlan = read.plan.roots.find(node => node.testclass === 'TestPlan')
  if (testPlan === undefined) throw new Error('the plan has no test plan element')
  const holder = findProperty(testPlan.properties, [variables, list])
  const edited =
    holder === undefined
      ? withVariables(
          read.plan,
          testPlan.key,
          findProperty(testPlan.properties, [variables]) !== undefined,
          gateName,
        )
      : addProperty(read.plan, testPlan.key, [variables, list], variableXml(gateName), 0)
  if (!edited.ok) throw new Error(`the plan cannot be prepared: ${edited.problem.code}`)
  return edited.plan.text
}

const withVariables = (plan: JmxPlan, key: string, hasHolder: boolean, gateName: string) => {
  const collection = `<collectionProp name="${list}">\n  ${variableXml(gateName)}\n</collectionProp>`
  return hasHolder
    ? addProperty(plan, key, [variables], collection)
    : addProperty(
        plan,
        key,
        [],
        `<elementProp name="${variables}" elementType="Arguments" guiclass="ArgumentsPanel" testclass="Arguments">\n  ${collection}\n</elementProp>`,
      )
}

const variableXml = (gateName: string): string =>
  `<elementProp name="${gateVariable}" elementType="Argument">
  <stringProp name="Argument.name">${gateVariable}</stringProp>
  <stringProp name="Argument.value">${encodeContent(gateValue(gateName), '\n')}</stringProp>
  <stringProp name="Argument.metadata">=</stringProp>
</elementProp>`
