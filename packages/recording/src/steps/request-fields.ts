/** All texts of recorded requests in which a value of a response can come back, as the steps will hold them. */
import { replaceJsonLeaves } from '../json/json-leaves.ts'
import type { RecordedExchange } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import { literalRequest } from './http-request.ts'
import { changedXml } from './structured-texts.ts'
import { socketSteps } from './web-socket.ts'

export interface RequestField {
  readonly exchange: number
  readonly name: string
  readonly text: string
  readonly isAddress: boolean
}

/** Collects what it is given, unchanged. */
class Collector implements FieldTexts {
  readonly fields: RequestField[] = []
  readonly #exchange: number

  constructor(exchange: number) {
    this.#exchange = exchange
  }

  value(name: string, text: string): string {
    if (text !== '') this.fields.push({ exchange: this.#exchange, name, text, isAddress: false })
    return text
  }

  hidden(name: string, text: string): string {
    return this.value(name, text)
  }

  json(text: string): string {
    return replaceJsonLeaves(text, ({ key, value }) => {
      this.value(key, value)
      return null
    })
  }

  xml(text: string): string {
    return changedXml(text, (name, value) => this.value(name, value))
  }

  address(text: string): string {
    this.fields.push({ exchange: this.#exchange, name: '', text, isAddress: true })
    return text
  }
}

export function fieldsOfRequest(exchange: RecordedExchange): RequestField[] {
  const collector = new Collector(exchange.index)
  if (exchange.socket === undefined) literalRequest(exchange, collector, '')
  else socketSteps(exchange, exchange.socket, { texts: collector, connection: 'default' })
  return collector.fields
}
