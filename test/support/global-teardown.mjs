export default async function tearDown() {
  await globalThis.embeddedPostgres?.stop();
}
