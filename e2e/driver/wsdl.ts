/** Driver for creating requests from the description of a web service. */
import type { Locator } from 'playwright-core'
import { openArea } from './components.ts'
import type { Pone } from './pone.ts'

/** Opens the dialog from the menu that adds steps. */
export async function openWsdlDialog(pone: Pone): Promise<Locator> {
  await openArea(pone, 'steps')
  await pone.chooseMenu(pone.button('component.addStep'), pone.t('component.wsdl.open'))
  const dialog = pone.dialog(pone.t('component.wsdl.title'))
  await dialog.waitFor()
  return dialog
}

/** A description of one service with operations that take a text `code` each and return a number. */
export function wsdlOf(address: string, operations: readonly string[]): string {
  const each = (write: (operation: string) => string) => operations.map(write).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:p="urn:prices" targetNamespace="urn:prices">
  <types><xs:schema targetNamespace="urn:prices" elementFormDefault="qualified">
    ${each(name => `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="code" type="xs:string"/></xs:sequence></xs:complexType></xs:element>`)}
  </xs:schema></types>
  ${each(name => `<message name="${name}In"><part name="parameters" element="p:${name}"/></message>`)}
  <portType name="Prices">${each(name => `<operation name="${name}"><input message="p:${name}In"/></operation>`)}</portType>
  <binding name="PricesSoap" type="p:Prices">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${each(name => `<operation name="${name}"><soap:operation soapAction="urn:prices:${name}"/><input><soap:body use="literal"/></input></operation>`)}
  </binding>
  <service name="PriceService"><port name="PricePort" binding="p:PricesSoap"><soap:address location="${address}"/></port></service>
</definitions>`
}
