import type { Step } from '@pone/plan/steps/registry.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw } from '../../../test-page.tsx'
import { WsdlDialog } from './wsdl-dialog.tsx'

/** A service whose operations take a number each; they are bound to SOAP 1.1. */
const describeService = (operations: readonly string[], imports = '') => `<?xml version="1.0"?>
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">${imports}
  <w:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="req"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></w:types>
  <w:message name="In"><w:part name="parameters" element="t:req"/></w:message>
  <w:portType name="P">${operations.map(name => `<w:operation name="${name}"><w:input message="t:In"/></w:operation>`).join('')}</w:portType>
  <w:binding name="B" type="t:P"><s:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    ${operations.map(name => `<w:operation name="${name}"><s:operation soapAction="urn:${name}"/><w:input><s:body use="literal"/></w:input></w:operation>`).join('')}
  </w:binding>
  <w:service name="Shop"><w:port name="ShopPort" binding="t:B"><s:address location="http://shop.example/ws"/></w:port></w:service>
</w:definitions>`
const missing = '<w:import namespace="urn:other" location="other.wsdl"/>'

async function open(language: 'en' | 'zh' = 'en') {
  const added: Step[] = []
  const closed: string[] = []
  const drawn = await draw(
    <WsdlDialog
      commands={{ addAll: steps => void added.push(...steps) }}
      onClose={() => void closed.push('closed')}
    />,
    { session: { language } },
  )
  const dialog = await screen.findByRole('dialog')
  // The field is a new one after each choice.
  const upload = () => dialog.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  const give = (...files: (readonly [name: string, text: string])[]) =>
    fireEvent.change(upload(), { target: { files: files.map(([name, text]) => new File([text], name)) } })
  const add = () =>
    dialog.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement
  return { ...drawn, added, closed, dialog, upload, give, add }
}
const bodies = (steps: readonly Step[]) =>
  steps.map(step => (step.kind === 'request' && step.protocol === 'http' ? step.http.body : null))

test('before a file is given there is nothing to add', async () => {
  const { dialog, upload, add, closed, user } = await open()
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Import from WSDL" [modal]
      button "Close"
      Import from WSDL
      button "inbox Click or drop a WSDL file and the XSD files it references You can select several files. They are read in the browser only and not uploaded."
      button "Cancel"
      button "Add 0 requests" [disabled]"
  `)
  expect([upload().multiple, upload().accept]).toEqual([true, '.wsdl,.xsd,.xml'])
  expect(add().disabled).toBe(true)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(closed).toEqual(['closed'])
})

test('the operations of a file are all chosen at first, and become requests', async () => {
  const { dialog, give, add, added, closed, user } = await open()
  give(['shop.wsdl', describeService(['Buy', 'Look'])])
  await within(dialog).findByText('Look')
  expect(outline(dialog)).toMatchInlineSnapshot(`
    "dialog "Import from WSDL" [modal]
      button "Close"
      Import from WSDL
      button "inbox Click or drop a WSDL file and the XSD files it references You can select several files. They are read in the browser only and not uploaded."
      Read: shop.wsdl
      Element values
      radiogroup "Element values"
        radio "Sample values" [checked]
        Sample values
        radio "Variables"
        Variables
      table: row: columnheader "Select all" | columnheader "Operation" | columnheader "Port" | columnheader "SOAP" | columnheader "Address"
      table
        row: checkbox "Row 1 selected" [checked] | Buy | ShopPort | 1.1 | http://shop.example/ws
        row: checkbox "Row 2 selected" [checked] | Look | ShopPort | 1.1 | http://shop.example/ws
      button "Cancel"
      button "Add 2 requests""
  `)
  await user.click(add())
  expect(closed).toEqual(['closed'])
  expect(added).toMatchObject([
    { name: 'Buy', kind: 'request', http: { method: 'POST', url: 'http://shop.example/ws' } },
    { name: 'Look', kind: 'request', http: { method: 'POST', url: 'http://shop.example/ws' } },
  ])
  expect(bodies(added)).toMatchObject([
    { kind: 'soap', version: '1.1', action: 'urn:Buy', envelope: expect.stringMatching(/id>\d+<\//) },
    { kind: 'soap', version: '1.1', action: 'urn:Look', envelope: expect.stringMatching(/id>\d+<\//) },
  ])
  expect(new Set(added.map(({ id }) => id)).size).toBe(2)
})

test('an operation is left out and taken back; what was left out stays so with other values', async () => {
  const { dialog, give, add, added, user } = await open()
  give(['shop.wsdl', describeService(['Buy', 'Look', 'Pay'])])
  await within(dialog).findByText('Look')
  const box = (index: number) => within(dialog).getAllByRole('checkbox')[index] as HTMLInputElement
  await user.click(box(0))
  expect([add().disabled, add().textContent]).toEqual([true, 'Add 0 requests'])
  await user.click(box(2))
  await user.click(box(3))
  expect(add().textContent).toBe('Add 2 requests')
  await user.click(box(3))
  expect(add().textContent).toBe('Add 1 request')
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Variables' }))
  expect(add().textContent).toBe('Add 1 request')
  await user.click(add())
  expect(added.map(step => step.name)).toEqual(['Look'])
  expect(bodies(added)).toMatchObject([{ envelope: expect.stringContaining('${id}') }])
})

test('several files are read together; one of the same name replaces the one before', async () => {
  const { dialog, give } = await open()
  give(
    ['shop.wsdl', describeService(['Buy'])],
    ['other.xsd', '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>'],
  )
  await within(dialog).findByText('Read: shop.wsdl, other.xsd')
  give(['shop.wsdl', describeService(['Sell'])])
  await within(dialog).findByText('Read: other.xsd, shop.wsdl')
  expect(within(dialog).queryByText('Buy')).toBeNull()
  expect(within(dialog).getByText('Sell')).toBeTruthy()
})

test('a problem is a warning beside operations, and an error where none could be read', async () => {
  const { dialog, give, add } = await open()
  const alert = () => within(dialog).getByRole('alert')
  give(['shop.wsdl', describeService(['Buy'], missing)])
  await within(dialog).findByText('Buy')
  expect(alert().className).toContain('ant-alert-warning')
  expect(outline(alert())).toMatchInlineSnapshot(`
    "alert
      img "exclamation-circle"
      list: listitem: shop.wsdl references other.wsdl. Select that file as well (nothing is downloaded)"
  `)
  give(['shop.wsdl', 'not XML'])
  await waitFor(() => expect(alert().className).toContain('ant-alert-error'))
  expect(outline(alert())).toMatchInlineSnapshot(`
    "alert
      img "close-circle"
      list
        listitem: File shop.wsdl is not valid XML: 1:7: text data outside of root node.
        listitem: No operations that can be called by SOAP were found. Make sure that you select the WSDL file that contains the services"
  `)
  expect(add().disabled).toBe(true)
  expect(within(dialog).queryByRole('table')).toBeNull()
})

test('problems are told in the language of the interface', async () => {
  const { dialog, give } = await open('zh')
  give(['shop.wsdl', 'not XML'])
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/\p{Script=Han}/u)
})

test('a file of more than 10 MB is not read, and says so until another one is taken', async () => {
  const { dialog, upload } = await open()
  const sized = (name: string, size: number) => {
    const file = new File([describeService(['Buy'])], name)
    Object.defineProperty(file, 'size', { value: size })
    return file
  }
  fireEvent.change(upload(), { target: { files: [sized('big.wsdl', 10_000_001)] } })
  expect((await within(dialog).findByRole('alert')).textContent).toBe('File big.wsdl exceeds 10 MB')
  expect(within(dialog).queryByText(/^Read:/)).toBeNull()
  fireEvent.change(upload(), { target: { files: [sized('shop.wsdl', 10_000_000)] } })
  await within(dialog).findByText('Read: shop.wsdl')
  expect(within(dialog).queryByRole('alert')).toBeNull()
})
