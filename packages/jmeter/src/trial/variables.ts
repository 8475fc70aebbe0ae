/** Names of the variables that a plan sets, which JMeter is configured to write with each sample; pure. */
import { isActive, type JmxNode, type JmxPlan } from '../jmx/plan.ts'
import { findProperty, type PropertyPath } from '../jmx/property.ts'

/** Maximum number of variables. */
const maxVariables = 200

/** Properties in which an element names variables, whatever element it is; several names are separated by , or ;. */
const namingProperties = [
  'RegexExtractor.refname',
  'BoundaryExtractor.refname',
  'HtmlExtractor.refname',
  'XPathExtractor.refname',
  'XPathExtractor2.refname',
  'JSONPostProcessor.referenceNames',
  'jmes.referenceName',
  'CounterConfig.name',
  'variableNames',
  'variableName',
] as const

/** Attributes that a sample of an XML log always has; a variable of that name would break the log. */
const ownAttributes: ReadonlySet<string> = new Set(
  't it lt ct ts s lb rc rm tn dt de by sby sc ec ng na hn'.split(' '),
)
/** Names that are allowed for an XML attribute and on a command line. */
const usableName = /^[\p{L}_][\p{L}\p{N}_.-]*$/u

/** Without those that cannot be written to the log. */
export function variableNames(plan: JmxPlan): string[] {
  const names = [...plan.nodes.values()].filter(node => isActive(plan, node)).flatMap(namesOf)
  const usable = names.map(name => name.trim()).filter(name => usableName.test(name))
  return [...new Set(usable)].filter(name => !ownAttributes.has(name)).slice(0, maxVariables)
}

/** The variables of a sample's attributes. */
export const isVariable = (attribute: string): boolean => !ownAttributes.has(attribute)

function namesOf(node: JmxNode): string[] {
  const entries = (path: PropertyPath) => findProperty(node.properties, path)?.properties ?? []
  const arguments_ = [
    ...(node.testclass === 'TestPlan'
      ? entries(['TestPlan.user_defined_variables', 'Arguments.arguments'])
      : []),
    ...(node.testclass === 'Arguments' ? entries(['Arguments.arguments']) : []),
  ]
  return [
    ...arguments_.map(
      argument => findProperty(argument.properties, ['Argument.name'])?.value ?? argument.name,
    ),
    ...entries(['UserParameters.names']).map(name => name.value),
    ...namingProperties.flatMap(name => (findProperty(node.properties, [name])?.value ?? '').split(/[;,]/)),
  ]
}
