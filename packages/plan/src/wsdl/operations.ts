/** Finds the operations that can be called by SOAP: service → port → binding → port type. */
import { type Definitions, wsdl } from './definitions.ts'
import type { WsdlReport } from './wsdl-problem.ts'
import { attribute, childrenNamed, keyOf, qualifiedName, type XmlElement } from './xml-element.ts'

const soapVersions: Readonly<Record<string, '1.1' | '1.2' | undefined>> = {
  'http://schemas.xmlsoap.org/wsdl/soap/': '1.1',
  'http://schemas.xmlsoap.org/wsdl/soap12/': '1.2',
}

/** What an operation of a port is called, and how. */
export interface OperationAddress {
  readonly service: string
  readonly port: string
  readonly operation: string
  readonly soapVersion: '1.1' | '1.2'
  readonly address: string
  /** Empty when there is none. */
  readonly action: string
}

/** An operation with the parts of the description that its envelope is written from. */
export interface FoundOperation extends OperationAddress {
  readonly style: 'document' | 'rpc'
  /** Input of the binding's operation. */
  readonly bound: XmlElement | null
  /** Input of the port type's operation. */
  readonly input: XmlElement
}

const soapOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element?.children.find(child => child.local === local && soapVersions[child.uri] !== undefined)
const first = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element === undefined ? undefined : childrenNamed(element, wsdl, local)[0]

/** All of them, in document order. */
export function operationsOf(definitions: Definitions, report: WsdlReport): FoundOperation[] {
  return definitions.services.flatMap(service =>
    childrenNamed(service, wsdl, 'port').flatMap(port =>
      operationsOfPort(definitions, { service: attribute(service, 'name'), port }, report),
    ),
  )
}

function operationsOfPort(
  { bindings, portTypes }: Definitions,
  { service, port }: { service: string; port: XmlElement },
  report: WsdlReport,
): FoundOperation[] {
  const bindingName = qualifiedName(attribute(port, 'binding'), port)
  const binding = bindingName === null ? undefined : bindings.get(keyOf(bindingName))
  const soap = soapOf(binding, 'binding')
  const soapVersion = soap === undefined ? undefined : soapVersions[soap.uri]
  if (binding === undefined || soap === undefined || soapVersion === undefined) return []
  const typeName = qualifiedName(attribute(binding, 'type'), binding)
  const portType = typeName === null ? undefined : portTypes.get(keyOf(typeName))
  const soapAddress = soapOf(port, 'address')
  const address = soapAddress === undefined ? '' : attribute(soapAddress, 'location')
  const name = attribute(port, 'name')
  if (!/^https?:\/\//i.test(address)) report('badAddress', { port: name, address: address || '–' })
  const found: FoundOperation[] = []
  for (const bound of childrenNamed(binding, wsdl, 'operation')) {
    const operation = attribute(bound, 'name')
    const boundInput = first(bound, 'input')
    const input = inputOf(portType, operation, attribute(boundInput ?? bound, 'name'))
    if (input === undefined) continue
    const soapOperation = soapOf(bound, 'operation')
    const style = (soapOperation && attribute(soapOperation, 'style')) || attribute(soap, 'style')
    found.push({
      service,
      port: name,
      operation,
      soapVersion,
      address,
      action: soapOperation === undefined ? '' : attribute(soapOperation, 'soapAction'),
      style: style === 'rpc' ? 'rpc' : 'document',
      bound: boundInput ?? null,
      input,
    })
  }
  return found
}

/** Input of the operation of that name; where several share it, the name of the input decides. */
function inputOf(
  portType: XmlElement | undefined,
  operation: string,
  inputName: string,
): XmlElement | undefined {
  if (portType === undefined) return undefined
  const inputs = childrenNamed(portType, wsdl, 'operation')
    .filter(each => attribute(each, 'name') === operation)
    .map(each => first(each, 'input'))
    .filter(input => input !== undefined)
  return inputs.find(input => inputName !== '' && attribute(input, 'name') === inputName) ?? inputs[0]
}
