/** Reads the description of a web service (WSDL 1.1 with its schemas) into operations that can be called by SOAP, each with a sample envelope; browser-safe. */

import { collectDefinitions, type WsdlFile } from './definitions.ts'
import { envelopeOf } from './envelope.ts'
import { type OperationAddress, operationsOf } from './operations.ts'
import { type Placeholders } from './sample-writer.ts'
import { type WsdlProblem, wsdlProblem } from './wsdl-problem.ts'

/** One operation of one port. */
export interface WsdlOperation extends OperationAddress {
  /** Sample of the request; values are placeholders. */
  readonly envelope: string
}

/** What was read; operations in the order of the files. */
export interface WsdlReading {
  readonly operations: readonly WsdlOperation[]
  readonly problems: readonly WsdlProblem[]
}

/** Reads all files together; they may import and include each other, and nothing is fetched. Never throws. */
export function readWsdl(files: readonly WsdlFile[], placeholders: Placeholders = 'samples'): WsdlReading {
  const problems: WsdlProblem[] = []
  const seen = new Set<string>()
  const report = (...[code, params]: Parameters<typeof wsdlProblem>): void => {
    const problem = wsdlProblem(code, params)
    if (seen.has(problem.text.en)) return
    seen.add(problem.text.en)
    problems.push(problem)
  }
  const definitions = collectDefinitions(files, report)
  const operations = operationsOf(definitions, report).map(found => ({
    service: found.service,
    port: found.port,
    operation: found.operation,
    soapVersion: found.soapVersion,
    address: found.address,
    action: found.action,
    envelope: envelopeOf(found, definitions, { placeholders, report }),
  }))
  if (operations.length === 0) report('noOperations')
  return { operations, problems }
}
