import { Controller, Get } from '@nestjs/common';
import { FilterQuery, type Page } from 'nestjs-filterable';
import { Tag } from './tag.entity.js';
import { TagsRepository } from './tags.repository.js';

@Controller('tags')
export class TagsController {
  constructor(private readonly tags: TagsRepository) {}

  @Get()
  list(@FilterQuery(Tag) query: FilterQuery<Tag>): Promise<Page<Tag>> {
    return this.tags.page(query);
  }
}
