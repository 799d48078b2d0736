export default async function tearDown() {
  await globalThis.browserServer?.close();
}
