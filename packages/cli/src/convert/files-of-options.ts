/** Files that options of `./pone convert` name: what they hold, or why they are of no use. */
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ruleProblem } from '@pone/recording/correlation/rule-expression.ts'
import { type Environment, environmentOf } from '@pone/recording/environment/environment.ts'
import { isKeyLog, maxKeyLogBytes } from '@pone/recording/pcap/tls/key-log.ts'
import { type CorrelationRules, correlationRulesFileSchema } from '@pone/schema/correlation-rules.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import { CommandError } from '../exit-codes.ts'

/** @throws CommandError */
export async function readEnvironment(path: string): Promise<Environment> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new CommandError('usage', `There is no file ${resolve(path)}.`)
  const environment = environmentOf(text)
  if (environment === null)
    throw new CommandError('componentInvalid', `${path} is no environment of Postman.`)
  return environment
}

/** @throws CommandError */
export async function readKeyLog(path: string): Promise<string> {
  const size = await stat(path).then(
    file => file.size,
    () => null,
  )
  if (size === null) throw new CommandError('usage', `There is no file ${resolve(path)}.`)
  const text = size > maxKeyLogBytes ? '' : await readFile(path, 'utf8')
  if (!isKeyLog(text))
    throw new CommandError(
      'componentInvalid',
      `${path} has no secrets of TLS: name the file of SSLKEYLOGFILE.`,
    )
  return text
}

/** @throws CommandError */
export async function readRules(path: string): Promise<CorrelationRules> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new CommandError('usage', `There is no file ${resolve(path)}.`)
  const { data, error } = correlationRulesFileSchema.safeParse(jsonIn(text))
  if (data === undefined) {
    const [issue] = error.issues
    const reason = issue === undefined ? '' : ` ${issue.path.join('.')}: ${issueText(issue, 'en')}.`
    throw new CommandError('componentInvalid', `${path} has no rules for dynamic values.${reason}`)
  }
  for (const rule of data.rules) {
    const problem = ruleProblem(rule)
    if (problem !== null)
      throw new CommandError('componentInvalid', `${path}: rule ${rule.name}: ${problem.en}.`)
  }
  return data
}

/** undefined if the text is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
