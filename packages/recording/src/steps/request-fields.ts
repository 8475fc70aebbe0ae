/** All texts of recorded requests in which a value of a response can come back, as the steps will hold them. */
import { replaceJsonLeaves } from '../json/json-leaves.ts'
import { LeftList } from '../model/left.ts'
import type { Moment } from '../model/moment.ts'
import type { RecordedExchange } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import { literalRequest } from './http-request.ts'
import { MessageFiles } from './message-files.ts'
import { changedXml } from './structured-texts.ts'
import { messageText, socketSteps } from './web-socket.ts'

export interface RequestField extends Moment {
  readonly name: string
  readonly text: string
  readonly isAddress: boolean
}

/** Collects what it is given, unchanged. */
class Collector implements FieldTexts {
  readonly fields: RequestField[] = []
  /** Of what is collected at present. */
  moment: Moment

  constructor(moment: Moment) {
    this.moment = moment
  }

  value(name: string, text: string): string {
    if (text !== '') this.fields.push({ ...this.moment, name, text, isAddress: false })
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
    this.fields.push({ ...this.moment, name: '', text, isAddress: true })
    return text
  }
}

export function fieldsOfRequest(exchange: RecordedExchange): RequestField[] {
  const { index, socket, stream } = exchange
  // Of what is neither HTTP nor WebSocket nobody knows where values are.
  if (stream !== undefined) return []
  const collector = new Collector({ exchange: index })
  if (socket === undefined) {
    literalRequest(exchange, collector, '')
    return collector.fields
  }
  const files = new MessageFiles(new LeftList())
  socketSteps(exchange, { ...socket, messages: [] }, { texts: collector, files, connection: 'default' })
  for (const [message, each] of socket.messages.entries()) {
    collector.moment = { exchange: index, message }
    if (each.isSent) messageText(each, collector)
  }
  return collector.fields
}
