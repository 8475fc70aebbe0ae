/** Reporter of vitest: measures each test file, and writes outcomes to the report that `./pone test` reads. */
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node'
import { type Report, writeReport } from './report.ts'

type FileReport = Report['units'][number]

/**
 * Vitest creates it by the path of this file, which is why it is the default export.
 * @public
 */
export default class FileReporter implements Reporter {
  readonly #startedMs = new Map<string, number>()
  readonly #seconds = new Map<string, number>()
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#startedMs.set(moduleId, performance.now())
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    const startedMs = this.#startedMs.get(moduleId) ?? performance.now()
    this.#seconds.set(moduleId, (performance.now() - startedMs) / 1_000)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    writeReport(this.#report(modules, errors))
  }

  #report(modules: readonly TestModule[], errors: readonly SerializedError[]): Report {
    const told = errors.map(error => ({ error, text: textOf(error) }))
    const fileOf = ({ error, text }: (typeof told)[number]) =>
      modules.find(({ moduleId }) => moduleId === error['VITEST_TEST_PATH'])?.moduleId ??
      modules.find(({ moduleId }) => text.includes(moduleId))?.moduleId
    const outside = Map.groupBy(told, fileOf)
    const textsOf = (key: string | undefined) => (outside.get(key) ?? []).map(({ text }) => text)
    return {
      units: modules.map(module => this.#file(module, textsOf(module.moduleId))),
      failures: textsOf(undefined),
    }
  }

  /** `errors` happened while the file ran, outside of its tests. */
  #file(module: TestModule, errors: readonly string[]): FileReport {
    const name = relative(this.#root, module.moduleId)
    const tests = [...module.children.allTests()]
    const seconds = this.#seconds.get(module.moduleId)
    const failed = tests.filter(test => test.result().state === 'failed')
    // Of the file or of a group: it could not be loaded, or a hook failed.
    const suites = [module, ...module.children.allSuites()]
    const causes = [...suites.flatMap(suite => suite.errors().map(textOf)), ...errors]
    const failures = [
      ...failed.map(test => `${name} > ${test.fullName}\n${reasonOf(test)}`),
      ...causes.map(cause => `${name}\n${cause}`),
      ...(seconds === undefined && causes.length === 0 ? [`${name}\nit did not run to its end`] : []),
    ]
    const passed = tests.filter(test => test.result().state === 'passed').length
    return { kind: 'file', name, passed, failures, seconds: seconds ?? 0 }
  }
}

const reasonOf = (test: TestCase): string => (test.result().errors ?? []).map(textOf).join('\n')

/** With what it was caused by. */
function textOf(error: SerializedError): string {
  const own = error.stack ?? error.message
  const causes = [error.cause, ...(Array.isArray(error['errors']) ? error['errors'] : [])]
  const told = causes.filter((cause): cause is SerializedError => typeof cause === 'object' && cause !== null)
  return [`${own}${'diff' in error ? `\n${String(error['diff'])}` : ''}`, ...told.map(textOf)].join('\n')
}
