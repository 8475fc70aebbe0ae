/** Descriptions of web services as people have them, and the envelopes made of them. */

import { describe, expect, test } from 'vitest'
import { validateComponent } from '../check/validate.ts'
import { componentDocumentSchema } from '../component/component.ts'
import { stepOfOperation } from './operation-step.ts'
import { readWsdl } from './read-wsdl.ts'
import { parseXml, type XmlElement } from './xml-element.ts'

interface Parts {
  schema?: string
  attributes?: string
  messages?: string
  operations?: string
  binding?: string
  style?: string
  soap?: string
  service?: string
  types?: string
}
const soap11 = 'http://schemas.xmlsoap.org/wsdl/soap/'
const soap12 = 'http://schemas.xmlsoap.org/wsdl/soap12/'

/** A description with one port; what is not given is a document/literal operation with the element `req`. */
const describeService = ({
  schema = '',
  attributes = 'elementFormDefault="qualified"',
  messages = '<w:message name="In"><w:part name="parameters" element="t:req"/></w:message>',
  operations = '<w:operation name="Do"><w:input message="t:In"/></w:operation>',
  binding = '<w:operation name="Do"><s:operation soapAction="urn:do"/><w:input><s:body use="literal"/></w:input></w:operation>',
  style = 'document',
  soap = soap11,
  service = '<w:service name="Shop"><w:port name="ShopPort" binding="t:B"><s:address location="http://shop.example/ws"/></w:port></w:service>',
  types = `<w:types><xs:schema targetNamespace="urn:t" ${attributes}>${schema}</xs:schema></w:types>`,
}: Parts) => `<?xml version="1.0"?>
<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="${soap}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:t="urn:t" targetNamespace="urn:t">${types}${messages}
  <w:portType name="P">${operations}</w:portType>
  <w:binding name="B" type="t:P"><s:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>${binding}</w:binding>
  ${service}
</w:definitions>`
const read = (parts: Parts, others: { name: string; text: string }[] = [], placeholders?: 'templates') =>
  readWsdl([{ name: 'shop.wsdl', text: describeService(parts) }, ...others], placeholders)
/** The lines inside of the body, without their indent. */
const bodyOf = (parts: Parts, ...rest: [{ name: string; text: string }[]?, 'templates'?]) => {
  const [operation] = read(parts, ...rest).operations
  const envelope = operation?.envelope ?? ''
  return (/<soapenv:Body>\n([\s\S]*)\n {2}<\/soapenv:Body>/.exec(envelope)?.[1] ?? envelope).replaceAll(
    /^ {4}/gm,
    '',
  )
}
/** A schema with the element `req` that holds this. */
const req = (content: string, more = '') =>
  `<xs:element name="req"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>${more}`

test('an operation comes with all that a call needs', () => {
  const { operations, problems } = read({
    schema: req('<xs:element name="id" type="xs:int"/><xs:element name="note" type="xs:string"/>'),
  })
  expect(problems).toEqual([])
  expect(operations).toEqual([
    {
      service: 'Shop',
      port: 'ShopPort',
      operation: 'Do',
      soapVersion: '1.1',
      address: 'http://shop.example/ws',
      action: 'urn:do',
      envelope: `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:t">
  <soapenv:Header/>
  <soapenv:Body>
    <ns1:req>
      <ns1:id>0</ns1:id>
      <ns1:note>?</ns1:note>
    </ns1:req>
  </soapenv:Body>
</soapenv:Envelope>`,
    },
  ])
})

test('SOAP 1.2 has its own envelope', () => {
  const [operation] = read({ soap: soap12, schema: req('') }).operations
  expect(operation?.soapVersion).toBe('1.2')
  expect(operation?.envelope).toContain('xmlns:soapenv="http://www.w3.org/2003/05/soap-envelope"')
})

const contents: [name: string, content: string, expected: string][] = [
  ['unqualified children', '', ''],
  ['an enumeration', '<xs:element name="c" type="t:colour"/>', '<ns1:c>red</ns1:c>'],
  [
    'facets',
    '<xs:element name="n"><xs:simpleType><xs:restriction base="xs:int"><xs:minInclusive value="5"/></xs:restriction></xs:simpleType></xs:element>',
    '<ns1:n>5</ns1:n>',
  ],
  [
    'a length',
    '<xs:element name="n"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="3"/></xs:restriction></xs:simpleType></xs:element>',
    '<ns1:n>???</ns1:n>',
  ],
  ['a list', '<xs:element name="l" type="t:numbers"/>', '<ns1:l>0</ns1:l>'],
  ['a union', '<xs:element name="u" type="t:either"/>', '<ns1:u>2026-01-01</ns1:u>'],
  ['a date', '<xs:element name="d" type="xs:dateTime"/>', '<ns1:d>2026-01-01T00:00:00Z</ns1:d>'],
  ['a fixed value', '<xs:element name="f" type="xs:int" fixed="7"/>', '<ns1:f>7</ns1:f>'],
  [
    'a default with a dollar',
    '<xs:element name="f" type="xs:string" default="${a}"/>',
    '<ns1:f>$${a}</ns1:f>',
  ],
  ['an array', '<xs:element name="i" type="xs:int" maxOccurs="unbounded"/>', '<ns1:i>0</ns1:i>'],
  ['what never occurs', '<xs:element name="i" type="xs:int" minOccurs="0" maxOccurs="0"/>', ''],
  [
    'a choice',
    '<xs:choice><xs:any/><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
    '<ns1:a>0</ns1:a>',
  ],
  ['a group', '<xs:group ref="t:pair"/>', '<ns1:x>0</ns1:x>\n<ns1:y>0</ns1:y>'],
  ['a reference', '<xs:element ref="t:global"/>', '<ns1:global>?</ns1:global>'],
  ['no type', '<xs:element name="any"/>', '<ns1:any>?</ns1:any>'],
  ['an unqualified child', '<xs:element name="u" type="xs:int" form="unqualified"/>', '<u>0</u>'],
  [
    'an extension',
    '<xs:element name="d" type="t:dog"/>',
    '<ns1:d>\n  <ns1:name>?</ns1:name>\n  <ns1:bark>false</ns1:bark>\n</ns1:d>',
  ],
  [
    'an abstract type',
    '<xs:element name="a" type="t:animal"/>',
    '<ns1:a xsi:type="ns1:cat">\n  <ns1:lives>0</ns1:lives>\n</ns1:a>',
  ],
  ['an abstract element', '<xs:element ref="t:shape"/>', '<ns1:circle>0.0</ns1:circle>'],
  [
    'simple content with attributes',
    '<xs:element name="m" type="t:money"/>',
    '<ns1:m currency="EUR" rate="0.0">0.0</ns1:m>',
  ],
  [
    'a type that contains itself',
    '<xs:element name="tree" type="t:node"/>',
    '<ns1:tree>\n  <ns1:value>?</ns1:value>\n  <ns1:must/>\n</ns1:tree>',
  ],
  [
    'an element that contains itself',
    '<xs:element ref="t:self"/>',
    '<ns1:self>\n  <ns1:n>0</ns1:n>\n</ns1:self>',
  ],
  [
    'all in any order',
    '<xs:element name="o"><xs:complexType><xs:all><xs:element name="z" type="xs:int"/></xs:all></xs:complexType></xs:element>',
    '<ns1:o>\n  <ns1:z>0</ns1:z>\n</ns1:o>',
  ],
]

describe('types', () => {
  test.each(contents)('%s', (_, content, expected) => {
    const more = `
      <xs:simpleType name="colour"><xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="blue"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="numbers"><xs:list itemType="xs:int"/></xs:simpleType>
      <xs:simpleType name="either"><xs:union memberTypes="xs:date xs:int"/></xs:simpleType>
      <xs:group name="pair"><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int"/></xs:sequence></xs:group>
      <xs:element name="global" type="xs:string"/>
      <xs:complexType name="pet"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:complexType name="dog"><xs:complexContent><xs:extension base="t:pet"><xs:sequence><xs:element name="bark" type="xs:boolean"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="animal" abstract="true"/>
      <xs:complexType name="cat"><xs:complexContent><xs:extension base="t:animal"><xs:sequence><xs:element name="lives" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
      <xs:element name="shape" abstract="true"/><xs:element name="circle" type="xs:double" substitutionGroup="t:shape"/>
      <xs:complexType name="money"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" use="required" fixed="EUR"/><xs:attribute name="rate" type="xs:decimal" use="required"/><xs:attribute name="note"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="node"><xs:sequence><xs:element name="value" type="xs:string"/><xs:element name="next" type="t:node" minOccurs="0"/><xs:element name="must" type="t:node"/></xs:sequence></xs:complexType>
      <xs:element name="self"><xs:complexType><xs:sequence><xs:element name="n" type="xs:int"/><xs:element ref="t:self" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`
    const indented = expected.replaceAll(/^/gm, '  ')
    const body = bodyOf({ schema: req(content, more) })
    expect(body).toBe(expected === '' ? '<ns1:req/>' : `<ns1:req>\n${indented}\n</ns1:req>`)
  })

  test('children have no namespace unless the schema says so', () => {
    const schema = req(
      '<xs:element name="a" type="xs:int"/><xs:element name="b" form="qualified" type="xs:int"/>',
    )
    expect(bodyOf({ schema, attributes: '' })).toBe('<ns1:req>\n  <a>0</a>\n  <ns1:b>0</ns1:b>\n</ns1:req>')
  })

  test('values may be variables named like their elements', () => {
    const schema = req(
      '<xs:element name="user-id" type="xs:int"/><xs:element name="名" type="xs:int"/><xs:element name="c" fixed="x" type="xs:string"/>',
    )
    expect(bodyOf({ schema }, [], 'templates')).toBe(
      '<ns1:req>\n  <ns1:user-id>${user_id}</ns1:user-id>\n  <ns1:名>0</ns1:名>\n  <ns1:c>x</ns1:c>\n</ns1:req>',
    )
  })

  test('special characters of the description stay text', () => {
    const schema = req('<xs:element name="a" type="xs:string" default="&lt;b&gt; &amp; &quot;c&quot;"/>')
    expect(bodyOf({ schema })).toContain('<ns1:a>&lt;b&gt; &amp; &quot;c&quot;</ns1:a>')
  })
})

describe('styles', () => {
  test('rpc has an element for the operation, and parts without a namespace', () => {
    const body = bodyOf({
      style: 'rpc',
      schema:
        '<xs:complexType name="p"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>',
      messages:
        '<w:message name="In"><w:part name="who" type="xs:string"/><w:part name="where" type="t:p"/></w:message>',
      binding:
        '<w:operation name="Do"><s:operation soapAction=""/><w:input><s:body use="literal" namespace="urn:rpc"/></w:input></w:operation>',
    })
    expect(body).toBe('<ns1:Do>\n  <who>?</who>\n  <where>\n    <ns2:x>0</ns2:x>\n  </where>\n</ns1:Do>')
  })

  test('a bare document of a type is its content', () => {
    const body = bodyOf({
      schema:
        '<xs:complexType name="p"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>',
      messages: '<w:message name="In"><w:part name="p" type="t:p"/></w:message>',
    })
    expect(body).toBe('<ns1:x>0</ns1:x>')
  })

  test('headers stand in the header, and only the body’s parts in the body', () => {
    const { operations, problems } = read({
      schema: `${req('')}<xs:element name="key" type="xs:string"/>`,
      messages:
        '<w:message name="In"><w:part name="parameters" element="t:req"/><w:part name="auth" element="t:key"/></w:message>',
      binding:
        '<w:operation name="Do"><s:operation soapAction="a"/><w:input><s:header message="t:In" part="auth" use="literal"/><s:body use="literal" parts="parameters"/></w:input></w:operation>',
    })
    expect(problems).toEqual([])
    expect(operations[0]?.envelope).toContain(
      '<soapenv:Header>\n    <ns1:key>?</ns1:key>\n  </soapenv:Header>\n  <soapenv:Body>\n    <ns1:req/>\n  </soapenv:Body>',
    )
  })

  test('encoded is written as literal, with a warning', () => {
    const { operations, problems } = read({
      style: 'rpc',
      messages: '<w:message name="In"><w:part name="a" type="xs:int"/></w:message>',
      binding:
        '<w:operation name="Do"><s:operation soapAction=""/><w:input><s:body use="encoded" namespace="urn:rpc"/></w:input></w:operation>',
    })
    expect(operations).toHaveLength(1)
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['encoded', 'warning']])
  })

  test('overloaded operations are told apart by the names of their inputs', () => {
    const { operations } = read({
      schema: '<xs:element name="one" type="xs:int"/><xs:element name="two" type="xs:string"/>',
      messages:
        '<w:message name="A"><w:part name="p" element="t:one"/></w:message><w:message name="B"><w:part name="p" element="t:two"/></w:message>',
      operations:
        '<w:operation name="Do"><w:input name="a" message="t:A"/></w:operation><w:operation name="Do"><w:input name="b" message="t:B"/></w:operation>',
      binding: ['a', 'b']
        .map(
          name =>
            `<w:operation name="Do"><s:operation soapAction="${name}"/><w:input name="${name}"><s:body use="literal"/></w:input></w:operation>`,
        )
        .join(''),
    })
    expect(operations.map(({ action, envelope }) => [action, /<ns1:(\w+)/.exec(envelope)?.[1]])).toEqual([
      ['a', 'one'],
      ['b', 'two'],
    ])
  })
})

describe('several files', () => {
  const schemaFile = (name: string, attributes: string, content: string) => ({
    name,
    text: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:other" ${attributes}>${content}</xs:schema>`,
  })
  const types =
    '<w:types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified" xmlns:o="urn:other"><xs:import namespace="urn:other" schemaLocation="http://far.example/xsd/Other.xsd?v=1"/><xs:element name="req"><xs:complexType><xs:sequence><xs:element ref="o:thing"/></xs:sequence></xs:complexType></xs:element></xs:schema></w:types>'
  const other = schemaFile(
    'folder/other.xsd?v=1',
    'targetNamespace="urn:other" elementFormDefault="qualified"',
    '<xs:include schemaLocation="base.xsd"/><xs:element name="thing" type="o:kind"/>',
  )
  const base = schemaFile(
    'base.xsd',
    'elementFormDefault="qualified"',
    '<xs:complexType name="kind"><xs:sequence><xs:element name="deep" type="inner"/></xs:sequence></xs:complexType><xs:simpleType name="inner"><xs:restriction base="xs:int"/></xs:simpleType>',
  )

  test('are read together by their names, an include taking the namespace of the includer', () => {
    expect(read({ types }, [other, base]).problems).toEqual([])
    expect(bodyOf({ types }, [other, base])).toBe(
      '<ns1:req>\n  <ns2:thing>\n    <ns2:deep>0</ns2:deep>\n  </ns2:thing>\n</ns1:req>',
    )
  })

  test('saved under another name are known by their namespace', () => {
    const renamed = { ...other, name: 'schema1.xsd' }
    expect(read({ types }, [renamed, base]).problems).toEqual([])
    expect(read({ types }, [renamed]).problems.map(({ code }) => code)).toEqual([
      'missingImport',
      'unknownReference',
    ])
  })

  test('that are missing are named, and nothing is fetched', () => {
    const { operations, problems } = read({ types })
    expect(problems.map(({ code, text }) => [code, text.en])).toEqual([
      [
        'missingImport',
        'shop.wsdl references http://far.example/xsd/Other.xsd?v=1. Select that file as well (nothing is downloaded)',
      ],
      [
        'unknownReference',
        'Operation Do references the element thing, which is not defined; the corresponding content is left empty',
      ],
    ])
    expect(problems[1]?.text.zh).toBe('操作 Do 引用的元素 thing 没有定义，相应内容留空')
    expect(operations[0]?.envelope).toContain('<ns2:thing/>')
  })
})

describe('what is no description', () => {
  test.each<[string, string, string]>([
    ['nothing', '', 'notXml'],
    ['broken', '<a><b></a>', 'notXml'],
    ['an unknown prefix', '<x:a/>', 'notXml'],
    ['an unknown entity', '<a>&x;</a>', 'notXml'],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'hasDoctype'],
    [
      'a bomb of entities',
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>',
      'hasDoctype',
    ],
    ['too deep', '<a>'.repeat(1_000) + '</a>'.repeat(1_000), 'tooLarge'],
    ['another document', '<html/>', 'notWsdl'],
    ['WSDL 2.0', '<description xmlns="http://www.w3.org/ns/wsdl"/>', 'wsdl2'],
  ])('%s is refused', (_, text, code) => {
    const { operations, problems } = readWsdl([{ name: 'x', text }])
    expect(operations).toEqual([])
    expect(problems.map(problem => problem.code)).toEqual([code, 'noOperations'])
    expect(problems.every(problem => problem.severity === 'error')).toBe(true)
  })

  test('a port over something else than SOAP is left out', () => {
    expect(read({ soap: 'http://schemas.xmlsoap.org/wsdl/http/' }).problems.map(({ code }) => code)).toEqual([
      'noOperations',
    ])
  })

  test('an address of another kind is warned of', () => {
    const service =
      '<w:service name="S"><w:port name="P" binding="t:B"><s:address location="jms://queue"/></w:port></w:service>'
    const { operations, problems } = read({ service, schema: req('') })
    expect([operations.length, problems.map(({ code }) => code)]).toEqual([1, ['badAddress']])
  })

  test('a schema that grows without end is cut', () => {
    const level = (depth: number) =>
      `<xs:complexType name="t${depth}"><xs:sequence>${Array.from({ length: 10 }, (_, n) => `<xs:element name="e${n}" type="${depth === 9 ? 'xs:int' : `t:t${depth + 1}`}"/>`).join('')}</xs:sequence></xs:complexType>`
    const schema = `<xs:element name="req" type="t:t0"/>${Array.from({ length: 10 }, (_, n) => level(n)).join('')}`
    const { operations, problems } = read({ schema })
    expect(problems.map(({ code }) => code)).toEqual(['cutShort'])
    expect(operations[0]?.envelope.length).toBeLessThan(1_048_576)
  })
})

test('an operation becomes a step that passes the check', () => {
  const [operation] = read({ schema: req('<xs:element name="id" type="xs:int"/>') }).operations
  if (operation === undefined) throw new Error('an operation is expected')
  const step = stepOfOperation({ ...operation, action: 'urn:${x}' }, 's1')
  expect(step).toMatchObject({
    id: 's1',
    name: 'Do',
    kind: 'request',
    http: {
      method: 'POST',
      url: 'http://shop.example/ws',
      body: { kind: 'soap', version: '1.1', action: 'urn:$${x}', envelope: operation.envelope },
    },
  })
  const document = componentDocumentSchema.parse({ steps: [step] })
  expect(validateComponent(document)).toEqual([])
})

test('every envelope is XML', () => {
  const schema = req('<xs:element name="id" type="xs:int"/><xs:element name="x"/>')
  for (const operation of read({ schema }).operations) {
    const parsed = parseXml(operation.envelope)
    const names = (element: XmlElement): string[] => [element.local, ...element.children.flatMap(names)]
    expect('root' in parsed && names(parsed.root)).toEqual(['Envelope', 'Header', 'Body', 'req', 'id', 'x'])
  }
})

test('groups that unfold without end are cut, and it is said', () => {
  const group = (index: number) =>
    `<xs:group name="g${index}"><xs:sequence><xs:group ref="t:g${index + 1}"/><xs:group ref="t:g${index + 1}"/></xs:sequence></xs:group>`
  const groups = Array.from({ length: 60 }, (_, index) => group(index)).join('')
  const schema = req('<xs:group ref="t:g0"/>', `${groups}<xs:group name="g60"><xs:sequence/></xs:group>`)
  expect(read({ schema }).problems).toHaveLength(1)
})
