import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import { bracketInterceptor, documentFilters } from 'nestjs-filterable/openapi';
import { contentSecurityPolicy } from './home/page.js';

/** Swagger UI writes its styles into the page. */
const policyOfDocs = { ...contentSecurityPolicy, styleSrc: ["'self'", "'unsafe-inline'"] };

/** Serves Swagger UI on `/docs`, and on `/openapi.json` the document for generators of clients. */
export function serveDocs(app: INestApplication): void {
  const config = new DocumentBuilder().setTitle('Restaurant guide').setVersion('1.0').build();
  const make = () => SwaggerModule.createDocument(app, config);
  app.use('/docs', helmet.contentSecurityPolicy({ useDefaults: false, directives: policyOfDocs }));
  SwaggerModule.setup('docs', app, () => documentFilters(app, make), {
    // Schemas stand beside the requests that they are of; below the lists they are many.
    swaggerOptions: { requestInterceptor: bracketInterceptor, defaultModelsExpandDepth: 0 },
    raw: false,
  });
  SwaggerModule.setup('client', app, () => documentFilters(app, make, { for: 'client' }), {
    ui: false,
    raw: ['json'],
    jsonDocumentUrl: 'openapi.json',
  });
}
