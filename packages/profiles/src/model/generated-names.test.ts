import { describe, expect, it } from 'vitest'
import { foldGeneratedName } from './generated-names.ts'

describe('generated names', () => {
  it.each([
    ['Shop$$Lambda$88+0x00007f04e8007a08.728258269.run', 'Shop$$Lambda.run'],
    ['Shop$$Lambda/0x0000000800c03000.run', 'Shop$$Lambda.run'],
    ['Shop$$Lambda$14.add', 'Shop$$Lambda.add'],
    ['Shop$$Lambda.0x00007f04e8007a08.run', 'Shop$$Lambda.run'],
    ['java.lang.invoke.LambdaForm$MH.0x00007f04e8007a08.invoke', 'java.lang.invoke.LambdaForm$MH.invoke'],
    ['com.sun.proxy.$Proxy112.find', 'com.sun.proxy.$Proxy.find'],
    [
      'jdk.internal.reflect.GeneratedMethodAccessor17.invoke',
      'jdk.internal.reflect.GeneratedMethodAccessor.invoke',
    ],
    ['shop.Cart$$EnhancerBySpringCGLIB$$7f3a1b2c.total', 'shop.Cart$$EnhancerBySpringCGLIB.total'],
    ['shop.Cart$$SpringCGLIB$$0.total', 'shop.Cart$$SpringCGLIB.total'],
    ['shop.Order$HibernateProxy$x7Hq2.getId', 'shop.Order$HibernateProxy.getId'],
    [
      'jdk.jfr.internal.handlers.EventHandler1340_1795803204638-23249.write',
      'jdk.jfr.internal.handlers.EventHandler.write',
    ],
  ])('%s is %s', (name, folded) => {
    expect(foldGeneratedName(name)).toBe(folded)
  })

  it.each(['java.util.HashMap.get', 'shop.Order$Line.total', 'main.handle', 'Lambda.run', 'add7.call'])(
    '%s stays as it is',
    name => {
      expect(foldGeneratedName(name)).toBe(name)
    },
  )
})
